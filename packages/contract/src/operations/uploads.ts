import { uploadShape, uuid } from '@carillon/domain'
import type { Operation } from '../operation.ts'
import { object } from '../parameters.ts'

export const uploadOperations = {
  'uploads.get': {
    method: 'get',
    path: '/uploads/{uploadId}',
    tag: 'Posts',
    scope: 'posts:write',
    summary: 'Read an upload',
    description:
      'The status of a file that is uploaded before it is published, and the facts about it once it is complete. `POST /api/v1/uploads` creates uploads, and HEAD, PATCH and DELETE of this path continue and delete them: they speak [tus 1.0](https://tus.io/protocols/resumable-upload), so that its client libraries can be used. Uploads belong to the organization and are kept for 24 hours.',
    profile: 'none',
    params: object({ uploadId: uuid }, ['uploadId']),
    responses: { 200: { description: 'The upload.', schema: uploadShape } },
    errors: ['upload_not_found'],
  },
} as const satisfies Record<string, Operation>
