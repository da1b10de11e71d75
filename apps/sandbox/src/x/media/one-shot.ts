import { type Call, type Endpoint, type EndpointResponse, person } from '../api/endpoint.ts'
import { anything, flag, ID, list, oneOf, record, type Shape, text } from '../wire/shape.ts'
import { MEDIA_TYPES, ONE_SHOT_CATEGORIES } from './categories.ts'
import { examine } from './examine.ts'
import { readPayload, toFlag } from './payload.ts'
import { describe, FINISHED_SECONDS, openUpload } from './uploads.ts'

const ids = list(ID, { max: 100 })
const words = text({ pattern: /^([0-9]{1,19}(,[0-9]{1,19})*)?$/ })

/**
 * The format of the request body. `additional_owners` can be a list or comma-separated ids, because OpenAPI 2.159 has a
 * list and 2.167 a string. `media_type` and `shared` exist in 2.159 only.
 */
const BODY: Shape = record(
  {
    media: anything,
    media_category: oneOf(ONE_SHOT_CATEGORIES),
    additional_owners: (value, path) => (Array.isArray(value) ? ids : words)(value, path),
    media_type: oneOf(MEDIA_TYPES),
    shared: flag,
  },
  ['media', 'media_category'],
)

function owners(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String)
  return typeof value === 'string' && value !== '' ? value.split(',') : []
}

async function handle(call: Call): Promise<EndpointResponse> {
  const { backend } = call
  const owner = person(call)
  const { fields, media } = await readPayload(call, { shape: BODY, fromForm: { shared: toFlag } })
  const category = String(fields['media_category'])
  const upload = openUpload(backend, owner, {
    category,
    mediaType: typeof fields['media_type'] === 'string' ? fields['media_type'] : null,
    totalBytes: media.length,
    additionalOwners: owners(fields['additional_owners']),
  })
  try {
    upload.file = await examine(backend, { upload, owner, category, asynchronous: false }, media)
  } catch (error) {
    backend.state.uploads.delete(upload.id)
    throw error
  }
  upload.expiresAt = backend.now() + FINISHED_SECONDS * 1000
  return { body: { data: describe(upload, backend.now()) } }
}

/**
 * The endpoint that uploads a file in one request (`POST /2/media/upload`).
 * @see https://docs.x.com/x-api/media/upload-media (read 2026-11-20)
 */
export const uploadMedia: Endpoint = {
  operation: 'media.upload',
  method: 'POST',
  path: '/2/media/upload',
  tokens: ['user'],
  scopes: ['media.write'],
  query: { parameters: {} },
  handle: handle,
}
