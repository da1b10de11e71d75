/** Thrown for a command line that cannot be run. The message is for the operator who typed it. */
export class UsageError extends Error {}
