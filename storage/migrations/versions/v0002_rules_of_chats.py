"""What a chat played last, and its house rules."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("rules", "house"):
        op.add_column("chats", sa.Column(name, sa.Text(), nullable=False, server_default=""))
