/** Thrown if the outcome of a write is unknown, and can be looked up by its request id. */
export class OutcomeUnknownError extends Error {
  override readonly name = 'OutcomeUnknownError'
  readonly requestId: string

  constructor(requestId: string, reason: string, options: ErrorOptions = {}) {
    super(`${reason} Whether it was published is not known (request ${requestId}).`, options)
    this.requestId = requestId
  }
}

/** Thrown if it is unknown whether an operation was carried out, and its request id cannot be used to look this up. */
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
