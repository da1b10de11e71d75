/** Thrown for a command line that cannot be understood. The message says what to change. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
