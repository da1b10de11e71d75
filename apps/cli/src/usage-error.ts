/**
 * Thrown for a command that cannot be carried out as entered, such as for an unknown option or account, a file that
 * cannot be read, or another run in progress. The message says what to change.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
