"""The two games as people read and write them: texts, snapshots, events and reasons over the kernel's numbers."""
