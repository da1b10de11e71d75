import { type AppCall, isJsonObject, type JsonObject } from '../call-context.ts'
import type { ErrorRule } from '../error-rules.ts'
import type { MediaSource } from '../media-source.ts'
import type { Session } from './session.ts'
import { callServer, unexpectedResponse } from './xrpc.ts'

const method = 'com.atproto.repo.uploadBlob'
/**
 * The maximum length of a blob as JSON, in characters. Blobs are stored with the publish, and users choose their
 * server, which could send much longer ones.
 */
const maxBlobLength = 1_000

/**
 * Uploads a file to the account's server and returns the blob, the JSON object by which a record references the file; a
 * blob that no record references is deleted after a while. Uploading the same bytes again returns the same blob, so the
 * call may be repeated.
 * @throws ProviderError translated by `rules`; `provider_error` if the response contains no blob of at most 1,000
 *   characters
 * @see https://docs.bsky.app/docs/api/com-atproto-repo-upload-blob (read 2026-11-20)
 */
export async function uploadBlob(
  call: AppCall,
  session: Session,
  { source, rules, timeoutMs }: { source: MediaSource; rules: readonly ErrorRule[]; timeoutMs: number },
): Promise<JsonObject> {
  const bytes = { contentType: source.contentType, length: source.bytes, open: () => source.open() }
  const { blob } = await callServer(call, session, { method, bytes, rules, timeoutMs })
  if (!isJsonObject(blob) || JSON.stringify(blob).length > maxBlobLength) throw unexpectedResponse(method)
  return blob
}
