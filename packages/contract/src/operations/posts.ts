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
      'Reads the posts of all accounts of the profile, or of the one that accountId names, from the platforms and returns them in one list, newest first. The list has at most 10,000 posts of these accounts together, and fewer if their texts are very long; accounts of which posts are left out are listed in errors with the code `result_limit`. Of a profile, accounts on whatsapp are skipped; on x and bluesky, replies to other accounts are left out.',
    profile: 'required',
    capability: 'posts.list',
    query: accountFilter,
    responses: {
      200: { description: 'All posts of the selected accounts that their platforms list.', schema: posts },
      207: {
        description: 'Some accounts could not be read, or not to the end, or posts were left out; see errors.',
        schema: posts,
      },
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
      'Publishes a post to an account. If publishing takes longer than the setting PUBLISH_WAIT_MS allows (60 seconds by default), the response is 202 with status processing, and the publish continues: poll `GET /posts/publishes/{publishId}`. There is no idempotency key: if a response is lost, look for the publish by your X-Request-Id in `GET /posts/publishes` before you send the post again. With X-Publish-Before, a publish that is not listed after that time will never be made. To use a file that was uploaded before (`POST /api/v1/uploads`) instead of sending it: in a form (instagram, facebook and tiktok), send a file part of type `application/vnd.carillon.upload` with the upload\'s id as its content; in JSON, send `{"url": "<gateway>/api/v1/uploads/<id>"}` where a `url` is accepted; <gateway> is the PUBLIC_URL of this deployment.',
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
          'The platform has accepted the post and publishes it later (status accepted), or Carillon is still publishing it (processing): poll `GET /posts/publishes/{publishId}`. The status is published if the platform accepted the post and then published it before the response was sent.',
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
      'Takes the same body as publishing and checks it without publishing: it fetches and inspects the media and, if no problem was found before, reads the settings and quotas of the account where the platform shows them. Nothing is stored. The errors that publishing would return about the post are listed as problems; of a body that is invalid, the media are not checked. A request that cannot be read, names an account or platform that cannot publish, or is a form with an upload that does not exist, gets the error itself. The budget of the API key and whether the platform takes the post for a duplicate are not checked. To check a file before it is sent, describe it in a form (instagram, facebook and tiktok) by a file part of type `application/vnd.carillon.facts+json` with `{contentType, bytes, width, height, durationMs}`, of which the last three may be null or omitted: the rules that these facts decide are checked, and `unchecked` lists the properties that are not. An upload that is not complete is checked by its announced type and size.',
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
