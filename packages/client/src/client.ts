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

/** Operations that do more than one request. */
interface Workflows {
  posts: {
    /**
     * Publishes a post, once. After a lost response it is looked up, and sent again only if it was not stored.
     * Throws `PublishFailedError` or `PublishUnknownError` if that is how it ended.
     */
    publish(body: Body<'posts.publish'>, options?: PublishOptions): Promise<Publish>
  }
  uploads: {
    create(source: UploadSource, options?: UploadOptions): Promise<UploadedFile>
    remove(uploadId: string): Promise<void>
  }
  events: {
    /** Follows the events after a cursor, from now on (`now`), or from the oldest one. */
    follow(cursor?: string, options?: FollowOptions): EventFeed
  }
  /** Waits until a publish has ended, and returns it, however it ended. */
  waitForPublish(publishId: string, options?: WaitOptions): Promise<PublishWithAttempts>
}

/**
 * The operations by name, which return the body of the response, and a function for each method, which takes a path of
 * the API without `/api/v1` and returns status and headers as well.
 */
export type Client = { readonly [M in Method]: Call<M> } & Workflows &
  Omit<Operations, 'posts'> & {
    posts: Omit<Operations['posts'], 'publish'>
  }

/**
 * A client of the API. A response of 4xx or 5xx is thrown as an `ApiError`. A request is sent again only where a second
 * one changes nothing; a publish, reply, message or campaign is looked up before.
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
    get: call('get'),
    post: call('post'),
    put: call('put'),
    patch: call('patch'),
    delete: call('delete'),
  }
  // The types of requests and responses are those of the OpenAPI document, which the service keeps.
  return client as unknown as Client
}
