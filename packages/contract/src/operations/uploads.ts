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
      'Returns the status of an upload, a file that is sent before the post that uses it, and facts about the file once it is complete. Uploads are created by `POST /api/v1/uploads` and continued and deleted by HEAD, PATCH and DELETE of this path, as [tus 1.0](https://tus.io/protocols/resumable-upload) defines: use one of its client libraries. Uploads belong to the organization and are deleted 24 hours after they were created, complete or not.',
    profile: 'none',
    params: object({ uploadId: uuid }, ['uploadId']),
    responses: { 200: { description: 'The upload.', schema: uploadShape } },
    errors: ['upload_not_found'],
  },
} as const satisfies Record<string, Operation>
