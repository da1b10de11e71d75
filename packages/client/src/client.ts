import { type ClientOptions, connect } from './connection.ts'
import { type EventFeed, type FollowOptions, followEvents } from './follow.ts'
import type { Operations } from './generated/operations.ts'
import { namedOperations } from './named-operations.ts'
import type { Body, Method, OperationAt, PathsWith, RequestOptions, Result } from './operation-types.ts'
import { type PublishOptions, publishing, type WaitOptions } from './publishing.ts'
import type { AnyOptions } from './request-of.ts'
import type { Publish, PublishWithAttempts } from './schema.ts'
import { operationAt, sendOperation } from './send-operation.ts'
import type { UploadSource } from './uploads/source.ts'
import { type UploadedFile, type UploadOptions, uploading } from './uploads/upload.ts'

type Arguments<Options> = Record<never, never> extends Options ? [options?: Options] : [options: Options]

type Call<M extends Method> = <Path extends PathsWith<M>>(
  path: Path,
  ...args: Arguments<RequestOptions<OperationAt<M, Path>>>
) => Promise<Result<OperationAt<M, Path>>>

/** The operations that make more than one request. */
interface Workflows {
  posts: {
    /**
     * Publishes a post exactly once. If the response is lost, the publish is looked up, and sent again only if it was
     * not stored. Throws `PublishFailedError` if it failed, `PublishUnknownError` if its outcome is unknown.
     */
    publish(body: Body<'posts.publish'>, options?: PublishOptions): Promise<Publish>
  }
  uploads: {
    /**
     * Uploads a file, for use in posts on any network within 24 hours, and waits until it can be used. Interrupted
     * requests are continued. Throws `TypeError` for a stream without `bytes`, `RangeError` if `bytes` is wrong.
     */
    create(source: UploadSource, options?: UploadOptions): Promise<UploadedFile>
    /** Deletes an upload. Posts that were made with it keep their files. */
    remove(uploadId: string): Promise<void>
  }
  events: {
    /**
     * Follows the events after a cursor: `now` begins with the next event, `latest` with the newest ones, no cursor
     * with the oldest one. Lost connections and temporary errors do not end it; other errors of the service are thrown.
     */
    follow(cursor?: string, options?: FollowOptions): EventFeed
  }
  /**
   * Polls a publish, or that of an id, until it has ended, and returns it: also if it failed or its outcome is unknown.
   * Throws `PublishTimeoutError` if it has not ended after `timeoutMs` or, once it was read, cannot be read any more.
   */
  waitForPublish(publish: string | Publish, options?: WaitOptions): Promise<PublishWithAttempts>
}

/**
 * The operations of the API as functions, grouped by the parts of their names, which return the body of the response.
 * In addition, `get`, `post`, `put`, `patch` and `delete` take a path of the API without `/api/v1` and also return
 * status and headers.
 */
export type Client = { readonly [M in Method]: Call<M> } & Workflows &
  Omit<Operations, 'posts'> & {
    posts: Omit<Operations['posts'], 'publish'>
  }

/**
 * Creates a client of the API. Responses of 4xx and 5xx are thrown as an `ApiError`. A request is sent again only if a
 * second one has no further effect: a write to a network whose response was lost is looked up first.
 */
export function createClient(options: ClientOptions): Client {
  const connection = connect(options)
  const call =
    (method: Method) =>
    (template: string, given: AnyOptions = {}) =>
      sendOperation(connection, operationAt(method, template), { ...given, method, template })
  const named = namedOperations(connection)
  const { publish, waitForPublish } = publishing(connection, named)
  const { create, remove } = uploading(connection, (uploadId) => named.uploads.get(uploadId))
  const follow = (cursor?: string, how?: FollowOptions) => followEvents(connection, cursor, how)
  const client = {
    ...named,
    posts: { ...named.posts, publish },
    uploads: { ...named.uploads, create, remove },
    events: { ...named.events, follow },
    waitForPublish,
    ...Object.fromEntries((['get', 'post', 'put', 'patch', 'delete'] as const).map((method) => [method, call(method)])),
  }
  // The types of requests and responses are those of the OpenAPI document, which the service keeps.
  return client as unknown as Client
}
