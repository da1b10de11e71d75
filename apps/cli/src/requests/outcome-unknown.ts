/** What became of a write is not known; the message says how to find out. */
export class OutcomeUnknownError extends Error {
  override readonly name = 'OutcomeUnknownError'
  readonly requestId: string

  constructor(requestId: string, reason: string, options: ErrorOptions = {}) {
    super(`${reason} Whether it was published is not known (request ${requestId}).`, options)
    this.requestId = requestId
  }
}
