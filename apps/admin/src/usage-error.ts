/** A command line that cannot be run; the message is for the person who typed it. */
export class UsageError extends Error {}
