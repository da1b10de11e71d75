import { statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'

interface S3Rver {
  callback(): (request: IncomingMessage, response: ServerResponse) => void
  configureBuckets(): Promise<unknown>
}
type S3RverClass = new (options: object) => S3Rver

export interface S3Server {
  options: {
    bucket: string
    region: string
    endpoint: string
    forcePathStyle: true
    credentials: { accessKeyId: string; secretAccessKey: string }
  }
  /** Every request so far, as its method, path and query. */
  calls: string[]
  /**
   * The uploads that `ListMultipartUploads` returns, set by tests: s3rver supports neither listing nor aborting. One
   * that `ended` after it was listed can no longer be aborted.
   */
  uploads: { key: string; id: string; initiated: string; ended?: true }[]
  /** Returns whether to respond to a request with 503 instead of serving it; set by tests. `call` is as in `calls`. */
  failing: (call: string) => boolean
  /** Returns the code of the 403 with which to reject a request, such as `AccessDenied`; set by tests. */
  denied: (call: string) => string | null
  /** The maximum size in bytes of an object that is copied with one request; no maximum at first. Set by tests. */
  maxCopyBytes: number
  /** Returns the keys of the stored objects. */
  held(): Promise<string[]>
  stop(): Promise<void>
}

const objectSuffix = '._S3rver_object'

function listing(bucket: string, uploads: S3Server['uploads']): string {
  const rows = uploads.map(
    ({ key, id, initiated }) =>
      `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated}</Initiated></Upload>`,
  )
  return `<?xml version="1.0"?><ListMultipartUploadsResult><Bucket>${bucket}</Bucket><IsTruncated>false</IsTruncated>${rows.join('')}</ListMultipartUploadsResult>`
}

type State = Pick<S3Server, 'calls' | 'uploads' | 'failing' | 'denied' | 'maxCopyBytes'>

const errorBody = (code: string, inside = '') => `<?xml version="1.0"?><Error><Code>${code}</Code>${inside}</Error>`

/** Returns whether a request copies an object that is too large to be copied at once. */
function isTooLargeCopy({ headers: { 'x-amz-copy-source': source } }: IncomingMessage, dir: string, maxBytes: number) {
  if (typeof source !== 'string') return false
  const path = join(dir, `${decodeURI(source)}${objectSuffix}`)
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > maxBytes
}

/**
 * Returns the response that the state prescribes, or that the emulated server lacks; undefined to pass the request on.
 */
function responseOf(
  state: State,
  request: IncomingMessage,
  { dir, bucket }: { dir: string; bucket: string },
): { status: number; body?: string } | undefined {
  const call = `${request.method} ${request.url}`
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const code = state.denied(call)
  if (state.failing(call)) return { status: 503 }
  // As Ceph responds, whose messages are empty.
  if (code !== null) return { status: 403, body: errorBody(code, '<Message></Message>') }
  if (!searchParams.has('partNumber') && isTooLargeCopy(request, dir, state.maxCopyBytes)) {
    return { status: 400, body: errorBody('InvalidRequest') }
  }
  if (request.method === 'DELETE' && searchParams.has('uploadId')) {
    const isEnded = state.uploads.some(({ id, ended }) => ended && id === searchParams.get('uploadId'))
    return isEnded ? { status: 404, body: errorBody('NoSuchUpload') } : { status: 204 }
  }
  if (request.method !== 'GET' || !searchParams.has('uploads')) return undefined
  return { status: 200, body: listing(bucket, state.uploads) }
}

/**
 * Starts an S3-compatible server on a free port of 127.0.0.1, with one empty bucket, that stores its objects under
 * `dir`. Its `options` have the bucket, endpoint and credentials for a client.
 */
export async function startS3(dir: string): Promise<S3Server> {
  const S3rver: S3RverClass = createRequire(import.meta.url)('@20minutes/s3rver')
  const bucket = 'media-bucket'
  // It computes another signature than the SDK for the listing of a prefix; all other requests match.
  const allowMismatchedSignatures = true
  const buckets = { configureBuckets: [{ name: bucket }] }
  const s3rver = new S3rver({ directory: dir, silent: true, allowMismatchedSignatures, ...buckets })
  await s3rver.configureBuckets()
  const serve = s3rver.callback()
  const state: State = {
    calls: [],
    uploads: [],
    failing: () => false,
    denied: () => null,
    maxCopyBytes: Number.POSITIVE_INFINITY,
  }
  const http = createServer((request, response) => {
    state.calls.push(`${request.method} ${request.url}`)
    const given = responseOf(state, request, { dir, bucket })
    if (given === undefined) return serve(request, response)
    request.resume()
    response.writeHead(given.status).end(given.body)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const address = http.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port')
  const { port } = address
  const options = {
    bucket,
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    forcePathStyle: true,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  } as const
  const held = async () => {
    const names = await readdir(join(dir, bucket), { recursive: true })
    return names.flatMap((name) => (name.endsWith(objectSuffix) ? [name.slice(0, -objectSuffix.length)] : []))
  }
  const stop = () =>
    new Promise<void>((resolve) => {
      http.close(() => resolve())
      http.closeAllConnections()
    })
  return Object.assign(state, { options, held, stop })
}
