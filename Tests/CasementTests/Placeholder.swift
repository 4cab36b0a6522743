// Replaced by the target's first real file.
