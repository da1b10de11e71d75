import { type Call, type Endpoint, type EndpointResponse, person } from '../api/endpoint.ts'
import { checkBody, parseJson } from '../wire/body.ts'
import { invalid } from '../wire/problem.ts'
import { anything, type BodyShape, flag, ID, list, oneOf, record, type Shape, whole } from '../wire/shape.ts'
import { CHUNKED_CATEGORIES, categoryFor, MEDIA_TYPES } from './categories.ts'
import { checkSize, examine } from './examine.ts'
import { readPayload, toNumber } from './payload.ts'
import { describe, FINISHED_SECONDS, findUpload, OPEN_SECONDS, openUpload } from './uploads.ts'

const MAX_CHUNK_BYTES = 5 * 1024 * 1024
const MAX_TOTAL_BYTES = 17_179_869_184
const LAST_SEGMENT = 999

const INITIALIZE: BodyShape<Announcement> = record({
  additional_owners: list(ID, { max: 100 }),
  media_category: oneOf(CHUNKED_CATEGORIES),
  media_type: oneOf(MEDIA_TYPES),
  shared: flag,
  total_bytes: whole({ min: 0, max: MAX_TOTAL_BYTES }),
})

const APPEND: Shape = record({ media: anything, segment_index: whole({ min: 0, max: LAST_SEGMENT }) }, [
  'media',
  'segment_index',
])

interface Announcement {
  additional_owners?: string[]
  media_category?: string
  media_type?: string
  total_bytes?: number
}

function initialize(call: Call): EndpointResponse {
  const body = checkBody(parseJson(call.request, call.body), INITIALIZE)
  const { media_category: category = null, media_type: mediaType = null, total_bytes: totalBytes = null } = body
  if (mediaType === null) throw invalid('media_type', '$.media_type: is missing but it is required')
  if (totalBytes === null) throw invalid('total_bytes', '$.total_bytes: is missing but it is required')
  checkSize(category ?? categoryFor(mediaType), totalBytes, 'total_bytes')
  const announced = { category, mediaType, totalBytes, additionalOwners: body.additional_owners ?? [] }
  const upload = openUpload(call.backend, person(call), announced)
  return { body: { data: { id: upload.id, media_key: upload.mediaKey, expires_after_secs: OPEN_SECONDS } } }
}

async function append(call: Call): Promise<EndpointResponse> {
  const upload = findUpload(call.backend, person(call), call.parameters['id'] ?? '')
  const { fields, media } = await readPayload(call, { shape: APPEND, fromForm: { segment_index: toNumber } })
  const index = Number(fields['segment_index'])
  if (upload.file !== null) throw invalid('id', 'The upload is finalized', upload.id)
  if (media.length === 0 || media.length > MAX_CHUNK_BYTES) {
    throw invalid('media', `A chunk holds 1 to ${MAX_CHUNK_BYTES} bytes`, String(media.length))
  }
  const others = [...upload.segments].filter(([place]) => place !== index).map(([, bytes]) => bytes.length)
  const received = others.reduce((sum, size) => sum + size, media.length)
  if (received > (upload.totalBytes ?? 0)) {
    throw invalid('media', 'The chunks hold more than total_bytes', String(received))
  }
  upload.segments.set(index, media)
  return { body: { data: { expires_at: Math.floor(upload.expiresAt / 1000) } } }
}

async function finalize(call: Call): Promise<EndpointResponse> {
  const { backend } = call
  const owner = person(call)
  const upload = findUpload(backend, owner, call.parameters['id'] ?? '')
  // The published contract shows no body, yet the servers want an empty object.
  checkBody(parseJson(call.request, call.body), record({}))
  if (upload.file !== null) throw invalid('id', 'The upload is finalized', upload.id)
  const segments = [...upload.segments].sort(([a], [b]) => a - b)
  const gap = segments.findIndex(([index], place) => index !== place)
  if (gap !== -1) throw invalid('segment_index', `Segment ${gap} is missing`, String(gap))
  const bytes = Buffer.concat(segments.map(([, chunk]) => chunk))
  if (bytes.length !== upload.totalBytes) {
    throw invalid('total_bytes', `${bytes.length} bytes arrived of ${upload.totalBytes}`, String(upload.totalBytes))
  }
  const category = upload.category ?? 'tweet_image'
  upload.file = await examine(backend, { upload, owner, category, asynchronous: true }, bytes)
  upload.segments.clear()
  upload.expiresAt = backend.now() + FINISHED_SECONDS * 1000
  return { body: { data: describe(upload, backend.now()) } }
}

const WRITE = { method: 'POST', tokens: ['user'], scopes: ['media.write'], query: { parameters: {} } } as const

/**
 * The endpoint that begins a chunked upload (`POST /2/media/upload/initialize`).
 * @see https://docs.x.com/x-api/media/initialize-media-upload (read 2026-11-20)
 */
export const initializeUpload: Endpoint = {
  ...WRITE,
  operation: 'media.initialize',
  path: '/2/media/upload/initialize',
  handle: initialize,
}

/**
 * The endpoint that receives a chunk of an upload (`POST /2/media/upload/{id}/append`).
 * @see https://docs.x.com/x-api/media/append-media-upload (read 2026-11-20)
 */
export const appendUpload: Endpoint = {
  ...WRITE,
  operation: 'media.append',
  path: '/2/media/upload/{id}/append',
  handle: append,
}

/**
 * The endpoint that completes a chunked upload (`POST /2/media/upload/{id}/finalize`).
 * @see https://docs.x.com/x-api/media/finalize-media-upload (read 2026-11-20)
 */
export const finalizeUpload: Endpoint = {
  ...WRITE,
  operation: 'media.finalize',
  path: '/2/media/upload/{id}/finalize',
  handle: finalize,
}
