"""How people and chats like to be shown cards, and whom a person plays against."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table, names in (("persons", ("deck", "level")), ("chats", ("deck",))):
        for name in names:
            op.add_column(table, sa.Column(name, sa.Text(), nullable=False, server_default=""))
        op.add_column(table, sa.Column("words_only", sa.Boolean(), nullable=False, server_default=sa.false()))
