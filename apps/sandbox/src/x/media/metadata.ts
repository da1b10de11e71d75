import { type Call, type Endpoint, type EndpointResponse, person } from '../api/endpoint.ts'
import { checkBody, parseJson } from '../wire/body.ts'
import { anything, type BodyShape, flag, ID, record, text } from '../wire/shape.ts'
import { findUpload } from './uploads.ts'

const ALT_TEXT_LENGTH = 1_000

/**
 * The shape of the body of the endpoint for media metadata.
 * @see https://docs.x.com/x-api/media/create-media-metadata (OpenAPI 2.167, read 2026-11-20)
 */
const BODY: BodyShape<{ id: string; metadata?: { alt_text?: { text: string } } }> = record(
  {
    id: ID,
    metadata: record({
      allow_download_status: record({ allow_download: flag }),
      alt_text: record({ text: text({ max: ALT_TEXT_LENGTH }) }, ['text']),
      audience_policy: anything,
      content_expiration: anything,
      domain_restrictions: anything,
      found_media_origin: anything,
      geo_restrictions: anything,
      management_info: anything,
      preview_image: anything,
      sensitive_media_warning: anything,
      shared_info: anything,
      sticker_info: anything,
      upload_source: anything,
    }),
  },
  ['id'],
)

function handle(call: Call): EndpointResponse {
  const { backend, caller } = call
  const owner = person(call)
  const body = checkBody(parseJson(call.request, call.body), BODY)
  const upload = findUpload(backend, owner, body.id)
  if (body.metadata?.alt_text !== undefined) upload.altText = body.metadata.alt_text.text
  backend.ledger.charge({ operation: 'media.metadata', clientId: caller.app.clientId, accountId: owner.id })
  return { body: { data: { id: upload.id, associated_metadata: body.metadata ?? {} } } }
}

export const createMetadata: Endpoint = {
  operation: 'media.metadata',
  method: 'POST',
  path: '/2/media/metadata',
  tokens: ['user'],
  scopes: ['media.write'],
  query: { parameters: {} },
  handle: handle,
}
