"""House rules as declarations, named rule sets, and the tables they compile to."""
