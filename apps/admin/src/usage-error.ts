/** A command line that cannot be run; the message is for the operator who typed it. */
export class UsageError extends Error {}
