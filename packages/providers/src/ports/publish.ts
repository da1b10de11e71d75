import type { BilledOperation, PostBodies, PublishPlatform, StagedFile, TextFacet } from '@carillon/domain'
import type { ErrorCode } from '@carillon/errors'
import type { AppCall, JsonObject } from '../call-context.ts'
import type { MediaSource } from '../media-source.ts'
import type { WriteCall, WritePort, WriteStep } from './write.ts'

export type { OpenCommit, Settling, Verdict } from './write.ts'

/**
 * The body of a publish in which every media item, whether it was uploaded, sent as base64 or given as a URL, is
 * replaced by a `source` from which its bytes can be read.
 */
type Prepared<T> = T extends { base64: StagedFile }
  ? Omit<T, 'base64' | 'content_type' | 'contentType'> & { source: MediaSource }
  : T extends { url: string }
    ? Omit<T, 'url'> & { source: MediaSource }
    : T extends readonly (infer Item)[]
      ? Prepared<Item>[]
      : T extends object
        ? { [K in keyof T]: Prepared<T[K]> }
        : T

export type PreparedPost<P extends PublishPlatform> = Prepared<PostBodies[P]>

/** The context of a publish at one network: the account, its credentials, and as `input` the post with its media. */
export type PublishCall<P extends PublishPlatform, Credentials = unknown> = WriteCall<PreparedPost<P>, Credentials>

/** The result of a publish that succeeded. */
export interface Published {
  /**
   * The network's ids of the posts; a thread has one for each of its posts, the first post first. Empty if the
   * network reports no id.
   */
  postIds: string[]
  /** The URL of the post, of a thread its first post; null if it is not known. */
  permalink: string | null
  /**
   * The difference between the published post and the request, which is reported as the `error` of the publish although
   * the publish succeeded. Omitted if they do not differ.
   */
  warning?: { code: ErrorCode; message: string }
}

export type Step<State> = WriteStep<State, Published>

/** The functions of a network's adapter that publish a post: an external write whose input is the post. */
export interface PublishPort<P extends PublishPlatform, State extends JsonObject = JsonObject, Credentials = unknown>
  extends WritePort<PreparedPost<P>, State, Published, Credentials> {
  /**
   * Throws if the body alone shows that the post cannot be published. Called before its media are read and before
   * anything is stored.
   */
  check?(post: PostBodies[P]): void
  /**
   * Reads the account's settings, scopes and quotas from the network and throws if the post would be rejected now.
   * Changes nothing.
   */
  validate?(call: PublishCall<P, Credentials>): Promise<void>
  /**
   * Returns the operations that the network bills for publishing the post, once per publish; omitted if publishing is
   * free.
   */
  charges?(post: PreparedPost<P>): readonly BilledOperation[]
  /**
   * Returns the parts of a text that the network interprets, such as links and mentions; omitted if they are not known
   * before publishing.
   */
  facets?(text: string): TextFacet[]
  /**
   * Reads from the network whether it has verified the URL prefix of Carillon's media; null if that cannot be
   * determined. Omitted if the network fetches media from any URL.
   */
  takesMediaFrom?(this: void, call: AppCall): Promise<boolean | null>
}
