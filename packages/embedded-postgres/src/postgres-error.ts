/** Thrown if the server cannot be started. The message is for the operator. */
export class PostgresError extends Error {
  override readonly name = 'PostgresError'
}
