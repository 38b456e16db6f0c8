"""Players across platforms, their results and leaderboards; pure."""
