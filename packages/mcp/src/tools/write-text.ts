import { fieldError } from '@carillon/errors'
import { askUser } from '../confirmation.ts'
import type { Fields } from '../fields.ts'
import { lookUp, writeOnce } from '../once.ts'
import type { InternalRequest } from '../request-backend.ts'
import { failure, failureOf, resultOf } from '../results.ts'
import type { ToolCall, ToolResult } from '../tool.ts'
import { previewOf } from './preview.ts'

interface TextWrite {
  tool: string
  requestId: string
  operation: InternalRequest['operation']
  body: Fields
  question: string
}

/**
 * Returns the result of a call whose text is stored as `write`; the result has `isError` if the write failed or its
 * outcome is unknown.
 */
function writeResult(requestId: string, write: Fields): ToolResult {
  const result = { requestId, write }
  return write['status'] === 'failed' || write['status'] === 'unknown' ? failure(result) : resultOf(result)
}

/**
 * Sends a text (a reply or message) at most once for the request id that the client has chosen, and returns the write.
 * A repeated call sends nothing: it returns the stored write as it is now. If the client can show a question, the first
 * result is a question to the user. The result has `isError` if the service rejects the text, the user declines, or the
 * stored write has failed or has an unknown outcome; if nothing was stored, the request id can be used again.
 * @throws ServiceError `invalid_request` if the request id was used with another tool or content or has expired;
 *   LookupFailed if it is unknown whether the text is stored
 */
export async function writeText(
  { tool, requestId: sent, operation, body, question }: TextWrite,
  { backend, confirmation }: ToolCall,
): Promise<ToolResult> {
  const requestId = sent.toLowerCase()
  const named = await backend.writes.name({ requestId, tool, content: body })
  if (named.tool !== tool || !named.isSame(body)) {
    const message = 'was used for something else. Choose a new UUID for each text.'
    throw fieldError({ path: ['requestId'], message, whole: 'arguments' })
  }
  const find = () => lookUp(backend, requestId)
  const before = await find()
  if (before !== undefined) return writeResult(requestId, before)
  if (confirmation === 'pending') return askUser(`${question}\n\n${previewOf(body)}`)
  if (confirmation === 'declined')
    return failure({ sent: false, message: 'The user declined. The requestId can still be used.' })
  const written = await writeOnce(backend, { requestId, request: { operation, body }, find })
  if (written.kind === 'rejected') return failureOf(written.response)
  const write = written.kind === 'stored' ? written.found : await find()
  if (write !== undefined) return writeResult(requestId, write)
  const message = 'has expired, and nothing was sent with it. Choose a new UUID.'
  throw fieldError({ path: ['requestId'], message, whole: 'arguments' })
}
