"""Tables among people: load, decide, append; then show everybody the latest."""
