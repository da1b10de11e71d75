import { type Call, type Endpoint, type EndpointResponse, person } from '../api/endpoint.ts'
import { invalid } from '../wire/problem.ts'
import { listOf, matching } from '../wire/query.ts'
import { CATEGORIES } from './categories.ts'
import { describe, findUpload } from './uploads.ts'

function handle(call: Call): EndpointResponse {
  const upload = findUpload(call.backend, person(call), call.query['media_id'] ?? '', 'media_id')
  // Only media that are processed have a status.
  if (CATEGORIES[upload.category ?? '']?.kind === 'image') throw invalid('media_id', 'BadRequest: Not found', upload.id)
  return { body: { data: describe(upload, call.backend.now()) } }
}

/**
 * The endpoint that returns the status of an upload (`GET /2/media/upload`); 400 for an image, which is not processed.
 * @see https://docs.x.com/x-api/media/get-media-upload-status (read 2026-11-20)
 */
export const getUploadStatus: Endpoint = {
  operation: 'media.status',
  method: 'GET',
  path: '/2/media/upload',
  tokens: ['user'],
  scopes: ['media.write'],
  query: {
    parameters: { media_id: matching(/^[0-9]{1,19}$/), command: listOf(['STATUS']) },
    required: ['media_id'],
  },
  handle: handle,
}
