/** What became of a write is not known; the message says how to find out. */
export class OutcomeUnknownError extends Error {
  override readonly name = 'OutcomeUnknownError'
  readonly requestId: string

  constructor(requestId: string, reason: string, options: ErrorOptions = {}) {
    super(`${reason} Whether it was published is not known (request ${requestId}).`, options)
    this.requestId = requestId
  }
}

/** Whether an operation that cannot be looked up by its request id was done is not known. */
export class ChangeUnknownError extends Error {
  override readonly name = 'ChangeUnknownError'
  readonly requestId: string

  constructor(operation: string, requestId: string, options: ErrorOptions) {
    super(
      `The response was lost: whether ${operation} was done is not known (request ${requestId}). Look before you repeat it.`,
      options,
    )
    this.requestId = requestId
  }
}
