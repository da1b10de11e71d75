import { ApiError, PublishTimeoutError, PublishUnknownError, WriteUnknownError } from '@carillon/client'
import { type IDataObject, type INode, NodeApiError, NodeOperationError } from 'n8n-workflow'

/** Facts of an error, for an item that goes on with it. */
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
  if (error instanceof WriteUnknownError) return { error: message, status: 'unknown', requestId: error.requestId }
  if (error instanceof ApiError) return { error: message, code: error.code, requestId: error.requestId }
  return { error: message }
}

/** An error as n8n shows it: the message of the API, its code, and where it is described. */
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
  const description = isUnknown
    ? `Look at the account. To find out later, run the node with the request ID ${error.requestId}: what was sent is looked up first.`
    : undefined
  return new NodeOperationError(node, error instanceof Error ? error : String(error), {
    itemIndex,
    ...(description && { description }),
  })
}
