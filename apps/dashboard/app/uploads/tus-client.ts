import { ApiError, type ErrorCode, UnexpectedResponseError } from '@carillon/client'

/** A file that the service stored with a publish. */
export interface PublishedFile {
  publishId: string
  /** The position of the media item in the post: the parts of its path, joined by dots, such as `images.0`. */
  path: string
  bytes: number
}

/**
 * The requests of an upload; `id` is that of the upload. Each method throws `ApiError` for a response of 4xx or 5xx,
 * `UnexpectedResponseError` for a redirect, which is not followed, and for a 2xx that lacks the id or the number of
 * bytes, and the error of `fetch` without a response.
 * @see https://tus.io/protocols/resumable-upload (read 2026-11-23)
 */
export interface TusClient {
  /** Creates an upload with the file's name, type and size, without its bytes, and returns its id. */
  create(file: File, signal: AbortSignal): Promise<string>
  /** Creates a complete upload of a file that a publish has stored, and returns its id. */
  createFrom(file: PublishedFile): Promise<string>
  /**
   * Returns the number of bytes that the service has received so far. Throws `upload_not_found` if it does not exist.
   */
  offset(id: string, signal: AbortSignal): Promise<number>
  /** Sends a piece that begins at byte `offset` of the file, and returns the number of bytes received in all. */
  append(id: string, piece: { offset: number; bytes: Blob }, signal: AbortSignal): Promise<number>
  remove(id: string): Promise<void>
}

const path = '/api/v1/uploads'

/** Text as base64 of its UTF-8 bytes. */
const encoded = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))

type Envelope = { error: { code: ErrorCode; message: string } }

/** Whether a body is an error of the API. */
function isEnvelope(body: unknown): body is Envelope {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null
  return typeof error === 'object' && error !== null && 'code' in error && 'message' in error
}

/**
 * The error of a response. Without an error of the API in the body (HEAD, or the response of a proxy), the code is
 * `upload_not_found` for 404, else `temporarily_unavailable`.
 */
async function errorOf(response: Response): Promise<ApiError> {
  const { status, headers } = response
  const body: unknown = await response.json().catch(() => null)
  const code = status === 404 ? ('upload_not_found' as const) : ('temporarily_unavailable' as const)
  const unknown = { code, message: `The service responded with status ${status}.` }
  const error = isEnvelope(body) ? body.error : unknown
  const retryAfter = Number(headers.get('retry-after') ?? Number.NaN)
  const retryAfterSeconds = Number.isFinite(retryAfter) ? retryAfter : null
  const requestId = headers.get('x-request-id')
  return new ApiError({ ...error, details: undefined }, { status, requestId, retryAfterSeconds })
}

/** The error of a response that is not the service's, such as that of a proxy. */
function unexpected({ status, headers }: Response): UnexpectedResponseError {
  const requestId = headers.get('x-request-id')
  return new UnexpectedResponseError({ status, requestId, body: '', location: headers.get('location') })
}

/** Returns a client that authenticates with the session cookie of this browser. */
export function createTusClient(fetch: typeof globalThis.fetch): TusClient {
  async function send(url: string, init: RequestInit): Promise<Response> {
    const headers = { 'Tus-Resumable': '1.0.0', 'Carillon-Dashboard': '1', ...init.headers }
    // Followed, a write would become a read, whose 200 says nothing about the upload.
    const response = await fetch(url, { ...init, headers, credentials: 'same-origin', redirect: 'manual' })
    if (response.status >= 400) throw await errorOf(response)
    if (!response.ok) throw unexpected(response)
    return response
  }
  async function create(bytes: number, metadata: Readonly<Record<string, string>>, signal?: AbortSignal) {
    const sent = Object.entries(metadata).filter(([, value]) => value !== '')
    const headers = {
      'Upload-Length': String(bytes),
      'Upload-Metadata': sent.map(([key, value]) => `${key} ${encoded(value)}`).join(','),
    }
    const response = await send(path, { method: 'POST', headers, ...(signal && { signal }) })
    const id = response.headers.get('location')?.split('/').at(-1)
    if (!id) throw unexpected(response)
    return id
  }
  function offsetIn(response: Response): number {
    const text = response.headers.get('upload-offset')
    if (text === null || !/^\d+$/.test(text)) throw unexpected(response)
    return Number(text)
  }
  return {
    create: ({ name, type, size }, signal) => create(size, { filename: name, filetype: type }, signal),
    createFrom: ({ publishId, path: item, bytes }) => create(bytes, { publish: publishId, path: item }),
    async offset(id, signal) {
      return offsetIn(await send(`${path}/${id}`, { method: 'HEAD', signal }))
    },
    async append(id, { offset, bytes }, signal) {
      const headers = { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': String(offset) }
      return offsetIn(await send(`${path}/${id}`, { method: 'PATCH', body: bytes, signal, headers }))
    },
    async remove(id) {
      await send(`${path}/${id}`, { method: 'DELETE' })
    },
  }
}
