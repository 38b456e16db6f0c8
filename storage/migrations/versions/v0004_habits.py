"""How much chats want to see of their tables, what is pinned, and what platforms keep of ours."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("chats", sa.Column("habits", sa.Text(), nullable=False, server_default=""))
    op.add_column("surfaces", sa.Column("pinned", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "uploads",
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("ref", sa.Text(), nullable=False),
        sa.Column("used_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("account", "name", name=op.f("pk_uploads")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_uploads_used_at"), "uploads", ["used_at"], unique=False)
