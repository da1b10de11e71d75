import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  maxBase64Text,
  type Operation,
  routedPart,
  textBodyLimit,
  type UploadLimits,
  uploadLimits,
} from '@carillon/contract'
import { limits, platforms, supports } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { Backend } from '../backend.ts'
import type { RequestSignal } from '../request-signal.ts'
import type { Admission, Grant } from '../service.ts'
import { type BodyKind, bodyKind } from './content-type.ts'
import { sendContinue } from './expect-continue.ts'
import { hasIdempotencyKey } from './idempotency-key.ts'
import { enforceMinRate } from './min-rate.ts'
import { receiveForm } from './multipart.ts'
import type { Received } from './received.ts'

export interface Reception {
  row: Operation
  grant: Grant
  ending: RequestSignal
}

function tooLarge(announced: number, maxBytes: number, row: Operation): ServiceError {
  const advice = !carriesMedia(row) ? '' : ' Send fewer or smaller media, or videos by their URL.'
  const message = `The body is too large: ${announced} bytes, at most ${maxBytes} are taken.${advice}`
  return new ServiceError('invalid_request', message, { status: 413, details: [{ path: [], message }] })
}

/** Whether a body can contain media. Only such operations have a body limit of their own. */
const carriesMedia = (row: Operation) => row.bodyLimit !== undefined

/** Returns the schemas that a form's body can have, of the platforms that support forms. */
function formVariants(row: Operation) {
  const { variants = {}, multipart } = row
  const able = platforms.filter((platform) => multipart !== undefined && supports(multipart, platform))
  return able.flatMap((platform) => routedPart(row, variants[platform]) ?? [])
}

/** The limits of the bodies of an operation, which follow from its schemas. */
interface SchemaLimits {
  /**
   * The maximum length in characters of a base64 string in a JSON body, 0 if it has none, and the maximum size in bytes
   * of the body without such strings.
   */
  json: { maxBase64Length: number; maxTextBytes: number }
  form: UploadLimits
}

const limitsOfRows = new WeakMap<Operation, SchemaLimits>()

function limitsOf(row: Operation): SchemaLimits {
  const known = limitsOfRows.get(row)
  if (known !== undefined) return known
  const schemas = [...Object.values(row.variants ?? {}), row.body ?? true]
  const found = {
    json: {
      maxBase64Length: Math.max(0, ...schemas.map(maxBase64Text)),
      maxTextBytes: carriesMedia(row) ? textBodyLimit(schemas) : limits.bodyBytes,
    },
    form: uploadLimits(formVariants(row)),
  }
  limitsOfRows.set(row, found)
  return found
}

function bodyLimit(row: Operation, kind: BodyKind, maxBodyBytes: number | null): number {
  const own = row.bodyLimit ?? limits.bodyBytes
  const maxBytes = kind === 'form' ? Math.min(own, limitsOf(row).form.bodyBytes) : own
  return !carriesMedia(row) ? maxBytes : Math.min(maxBytes, maxBodyBytes ?? Number.POSITIVE_INFINITY)
}

/** Returns the number of bytes that a request announces for its body; null if it announces none, as with chunks. */
export function announcedBytes({ headers }: IncomingMessage): number | null {
  const length = headers['content-length']
  return length === undefined ? null : Number(length)
}

/** Whether a body may contain files. JSON that is announced as small contains none, or hardly any. */
function mayBeUpload(row: Operation, kind: BodyKind, announced: number | null): boolean {
  return carriesMedia(row) && (kind === 'form' || announced === null || announced > limits.bodyBytes)
}

interface Reading {
  grant: Grant
  row: Operation
  maxBytes: number
  signal: AbortSignal
  /** Disk space reserved for the announced length; undefined if none. */
  reservation: Admission['reservation'] | undefined
}

async function readForm(
  { req, res }: { req: IncomingMessage; res: ServerResponse },
  backend: Backend,
  { row, ...options }: Reading,
): Promise<Received> {
  const { files, ...form } = limitsOf(row).form
  const variants = Object.entries(row.variants ?? {}).flatMap(([name, schema]) => {
    const part = routedPart(row, schema)
    return part === undefined ? [] : [[name, part] as const]
  })
  return receiveForm({ req, res }, backend, {
    ...options,
    row,
    variants: Object.fromEntries(variants),
    ...form,
    files: files + (row.formPart === undefined ? 0 : 1),
  })
}

/** Reads JSON, for whose texts the organization has a limited amount of memory; upload slots limit that of forms. */
async function readJson(
  req: IncomingMessage,
  { service, context, keyedMemory }: Backend,
  { row, grant, ...options }: Reading,
): Promise<Received> {
  const { reserve, release } = keyedMemory.open(grant.scope.organizationId)
  try {
    // The hash distinguishes a retry from a different request with the same key.
    const wanted = { ...options, ...limitsOf(row).json, hashed: hasIdempotencyKey(req, row), reserve }
    const { value, bodyHash, staged } = await service.receiveJson(context, req, wanted)
    const discard = () => service.discardUploads(context, staged)
    return { kind: 'json', head: value, complete: () => value, bodyHash, discard }
  } finally {
    release()
  }
}

/** An optional body that was not sent. */
const absent: Received = { kind: 'json', head: {}, complete: () => ({}), bodyHash: null, discard: async () => {} }

/**
 * Receives the body of a request. Checks the headers (415, 413), then, if the body may contain files, takes one of the
 * upload slots, which limit the uploads that a process and an API key may have in progress, until it has received the
 * body. Then reads the bytes, which have to arrive at a minimum rate. Null for a GET, and if the operation takes no
 * body and none was sent; an optional body that was not sent is received as `{}`.
 * @throws ServiceError `unsupported_media_type`, `rate_limited` if no upload slot is free or the organization's uploads
 *   in progress have too many bytes, `database_error` if there is not enough disk space, `invalid_request` for a body
 *   that is too large (413), too slow or cannot be parsed, `temporarily_unavailable` while other large bodies take up
 *   the memory or if bytes wait too long to be stored, an error of the media store or of an upload to which the body
 *   refers, or the reason of `ending`
 */
export async function receiveBody(
  req: IncomingMessage,
  res: ServerResponse,
  { backend, row, grant, ending }: Reception & { backend: Backend },
): Promise<Received | null> {
  const kind = bodyKind(req, row)
  if (kind === null) return row.optionalBody ? absent : null
  const maxBytes = bodyLimit(row, kind, backend.maxBodyBytes)
  const announced = announcedBytes(req)
  if (announced !== null && announced > maxBytes) throw tooLarge(announced, maxBytes, row)
  const { service, context } = backend
  const rejecting = new AbortController()
  const onExcess = (error: ServiceError) => rejecting.abort(error)
  const slot = mayBeUpload(row, kind, announced)
    ? await service.admitUpload(context, grant, { announcedBytes: announced, onExcess })
    : null
  const stopWatching = enforceMinRate(req, backend.pace, (error) => rejecting.abort(error))
  try {
    sendContinue(req, res)
    const both = AbortSignal.any([ending.signal, rejecting.signal])
    // The parser of forms would wait forever for a request that has closed meanwhile.
    both.throwIfAborted()
    const reading = { grant, row, maxBytes, signal: both, reservation: slot?.reservation }
    return await (kind === 'form' ? readForm({ req, res }, backend, reading) : readJson(req, backend, reading))
  } finally {
    stopWatching()
    slot?.release()
  }
}
