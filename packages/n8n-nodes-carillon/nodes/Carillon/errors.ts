import { ApiError, PublishTimeoutError, PublishUnknownError, WriteUnknownError } from '@carillon/client'
import { type IDataObject, type INode, NodeApiError, NodeOperationError } from 'n8n-workflow'

/** Thrown if the response to a request was lost and its outcome cannot be looked up. The request is not sent again. */
export class LostResponseError extends Error {
  override readonly name = 'LostResponseError'

  /** @param cause the error with which the response was lost */
  constructor(cause: unknown) {
    super('The response was lost, so that the operation may have been carried out. It is not sent again.', { cause })
  }
}

/**
 * Returns the facts of an error for the item that is returned in its place (*On Error: Continue*): the message as
 * `error` and, as far as they are known, `code`, `requestId`, `publishId` and the `status`, which is `unknown` if the
 * outcome is.
 */
export function errorFacts(error: unknown): IDataObject {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof PublishUnknownError) {
    const publishId = error.publish?.publishId ?? null
    return { error: message, status: 'unknown', requestId: error.requestId, publishId }
  }
  if (error instanceof PublishTimeoutError) {
    const { status, requestId, publishId } = error.publish
    return { error: message, status, requestId, publishId }
  }
  if (error instanceof LostResponseError) return { error: message, status: 'unknown' }
  if (error instanceof WriteUnknownError) return { error: message, status: 'unknown', requestId: error.requestId }
  if (error instanceof ApiError) return { error: message, code: error.code, requestId: error.requestId }
  return { error: message }
}

/**
 * Converts an error to one that n8n shows for an item: that of the API as `NodeApiError` with its message, code, status
 * and where it is described, any other as `NodeOperationError`, with advice if the outcome is unknown.
 */
export function nodeError(error: unknown, node: INode, itemIndex: number): Error {
  if (error instanceof ApiError) {
    const reference = error.docUrl === null ? '' : ` It is described at ${error.docUrl}`
    const description = `The code of the error is ${error.code}.${reference}`
    const facts = { message: error.message, code: error.code, ...(error.requestId && { requestId: error.requestId }) }
    return new NodeApiError(node, facts, {
      message: error.message,
      description,
      httpCode: String(error.status),
      itemIndex,
    })
  }
  const isUnknown = error instanceof PublishUnknownError || error instanceof WriteUnknownError
  const isLost = error instanceof LostResponseError
  const description = isUnknown
    ? `Look at the account. To find out later, run the node with the request ID ${error.requestId}: what was sent is looked up first.`
    : isLost
      ? 'Look whether it was carried out. If it was not, execute the workflow again.'
      : undefined
  return new NodeOperationError(node, error instanceof Error ? error : String(error), {
    itemIndex,
    ...(description && { description }),
  })
}
