import { aggregateShape, postSchemas, postShape, postValidationShape, publishShape } from '@carillon/domain'
import { publishBodyLimit } from '../base64-bound.ts'
import type { Operation } from '../operation.ts'
import { accountFilter, object, ofAccount, publishBefore } from '../parameters.ts'
import { deferred, postErrors } from './post-errors.ts'

const posts = aggregateShape({ posts: { type: 'array', items: postShape } })

export const postOperations = {
  'posts.list': {
    method: 'get',
    path: '/posts',
    tag: 'Posts',
    scope: 'posts:read',
    summary: 'List posts',
    description:
      'Reads the posts of all accounts of the profile, or of the one that accountId names, from the platforms and returns them in one list, newest first. The list has at most 10,000 posts of these accounts together, and fewer if their texts are very long; accounts of which posts are left out are listed in errors with the code `result_limit`.',
    profile: 'required',
    capability: 'posts.list',
    query: accountFilter,
    responses: {
      200: { description: 'All posts of the selected accounts.', schema: posts },
      207: { description: 'Some accounts could not be read, or posts were left out; see errors.', schema: posts },
    },
    errors: [
      'profile_required',
      'profile_not_found',
      'account_not_found',
      'unsupported_platform',
      'x_billing_required',
      'provider_error',
      'provider_unavailable',
    ],
  },
  'posts.publish': {
    method: 'post',
    path: '/posts',
    tag: 'Posts',
    scope: 'posts:write',
    summary: 'Publish a post',
    description:
      'Publishes a post to an account. If publishing takes longer than 60 seconds, or as many as the setting PUBLISH_WAIT_MS says, the response is 202 with status processing, and the publish continues: poll `GET /posts/publishes/{publishId}`. There is no idempotency key: if a response is lost, look for the publish by your X-Request-Id in `GET /posts/publishes` before you send the post again. With X-Publish-Before, a publish that is not listed after that time will never be made. To use a file that was uploaded before (`POST /api/v1/uploads`) instead of sending it: in a form, send a file part of type `application/vnd.carillon.upload` with the upload\'s id as its content; in JSON, send `{"url": "<gateway>/api/v1/uploads/<id>"}` where a `url` is accepted; <gateway> is the PUBLIC_URL of this deployment.',
    profile: 'required',
    capability: 'posts.publish',
    fieldCapabilities: deferred,
    headers: publishBefore,
    variants: postSchemas,
    multipart: 'posts.upload',
    responses: {
      201: { description: 'The platform has published the post.', schema: publishShape },
      202: {
        description:
          'The platform has accepted the post and publishes it later (status accepted), or Carillon is still publishing it (processing): poll `GET /posts/publishes/{publishId}`. The status is published if the platform ended that while the response was waiting.',
        schema: publishShape,
      },
    },
    errors: [
      ...postErrors,
      'upload_quota_exceeded',
      'deadline_passed',
      'duplicate_post',
      'quota_exhausted',
      'provider_error',
    ],
    bodyLimit: publishBodyLimit(Object.values(postSchemas)),
  },
  'posts.validate': {
    changesNothing: true,
    method: 'post',
    path: '/posts/validate',
    tag: 'Posts',
    scope: 'posts:write',
    summary: 'Validate a post',
    description:
      'Takes the same body as publishing and makes all checks without publishing: it fetches and inspects media, and reads the settings and quotas of the account. Nothing is stored. The errors that publishing would return are listed as problems. To check a file before it is sent, describe it in a form by a file part of type `application/vnd.carillon.facts+json` with `{contentType, bytes, width, height, durationMs}`: the rules that these facts decide are checked, and `unchecked` lists the others. An upload that is not complete is checked by its announced type and size.',
    profile: 'required',
    capability: 'posts.publish',
    fieldCapabilities: deferred,
    variants: postSchemas,
    multipart: 'posts.upload',
    reportsRejections: true,
    responses: { 200: { description: 'The result of the validation.', schema: postValidationShape } },
    errors: [
      'profile_not_found',
      'account_not_found',
      'upload_not_found',
      'unsupported_platform',
      'provider_not_configured',
      'quota_exhausted',
      'provider_error',
    ],
    bodyLimit: publishBodyLimit(Object.values(postSchemas)),
  },
  'posts.delete': {
    method: 'delete',
    path: '/posts/{postId}',
    tag: 'Posts',
    scope: 'posts:write',
    summary: 'Delete a post',
    description:
      'Deletes a post of the account on the platform, whether or not Carillon published it. On facebook and youtube, the comments on it are deleted too. On x and bluesky, replies to it and the other posts of a thread stay. Other platforms do not support this (`not_supported`). A deletion cannot be undone.',
    profile: 'required',
    capability: 'posts.delete',
    params: object(
      {
        postId: {
          type: 'string',
          minLength: 1,
          maxLength: 512,
          description:
            "The platform's id of the post, percent-encoded: the providerId of a listed post, or one of the postIds of a publish.",
        },
      },
      ['postId'],
    ),
    query: object(ofAccount, ['platform', 'accountId']),
    responses: { 204: { description: 'The post is deleted.', schema: null } },
    errors: [
      'profile_not_found',
      'account_not_found',
      'not_supported',
      'post_not_found',
      'x_billing_required',
      'connection_expired',
      'provider_not_configured',
      'page_not_selected',
      'missing_permission',
      'provider_rejected',
      'quota_exhausted',
      'provider_error',
    ],
  },
} as const satisfies Record<string, Operation>
