import type { Response } from 'express'

export interface GraphErrorDetails {
  code: number
  subcode?: number
  /** The HTTP status. Default: 400. */
  status?: number
  type?: 'OAuthException' | 'GraphMethodException' | 'IGApiException'
  userTitle?: string
  userMessage?: string
  transient?: boolean
  /** Further fields of the error object, such as `error_data`. */
  extra?: Record<string, unknown>
}

/** Thrown to reject a call in the Graph API's error format. `sendGraphError` sends the response. */
export class GraphError extends Error {
  readonly details: GraphErrorDetails

  constructor(message: string, details: GraphErrorDetails) {
    super(message)
    this.name = 'GraphError'
    this.details = details
  }
}

/** Builds the error with code 100, for a missing, unknown or invalid parameter. */
export function invalidParameter(message: string, details: Partial<GraphErrorDetails> = {}): GraphError {
  return new GraphError(`(#100) ${message}`, { code: 100, ...details })
}

/**
 * Builds the error with code 100 and subcode 33: the object does not exist, is not visible to this token, or does not
 * support the operation. Graph does not say which.
 */
export function unknownObject(id: string, method: string): GraphError {
  const verb = method.toLowerCase()
  return new GraphError(
    `Unsupported ${verb} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation.`,
    { code: 100, subcode: 33, type: 'GraphMethodException' },
  )
}

/** Builds the error with code 100 for a requested field that the node type `type` does not have. */
export function nonexistingField(field: string, type: string): GraphError {
  return invalidParameter(`Tried accessing nonexisting field (${field}) on node type (${type})`)
}

let traces = 0

/** Returns the body of a Graph error response. */
function graphErrorBody(error: GraphError): { error: Record<string, unknown> } {
  const { code, subcode, type, userTitle, userMessage, transient, extra } = error.details
  traces += 1
  return {
    error: {
      message: error.message,
      type: type ?? 'OAuthException',
      code,
      ...(subcode !== undefined && { error_subcode: subcode }),
      ...(transient !== undefined && { is_transient: transient }),
      ...(userTitle !== undefined && { error_user_title: userTitle }),
      ...(userMessage !== undefined && { error_user_msg: userMessage }),
      ...extra,
      fbtrace_id: `A${Buffer.from(`sandbox-trace-${traces}`).toString('base64url')}`,
    },
  }
}

/**
 * Sends the response of a `GraphError` with its HTTP status, by default 400. Any other error becomes "unknown error"
 * with code 1 and status 500, and is emitted as a process warning.
 */
export function sendGraphError(error: unknown, response: Response): void {
  const known = error instanceof GraphError ? error : undefined
  if (known === undefined) process.emitWarning(error instanceof Error ? error : String(error))
  const said = known ?? new GraphError('An unknown error occurred', { code: 1, status: 500 })
  if (said.details.code === 190) {
    response.setHeader('WWW-Authenticate', 'OAuth "Facebook Platform" "invalid_token"')
  }
  response.status(said.details.status ?? 400).json(graphErrorBody(said))
}
