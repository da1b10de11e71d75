/** Why a version cannot be released; the message says what to do. */
export class ReleaseError extends Error {}
