/** A backup cannot be made or used; `message` is one line for the operator. */
export class BackupError extends Error {}

/** There is no such file or folder; `message` is one line for the operator. */
export class BackupNotFoundError extends BackupError {}
