import type { BilledOperation, PostBodies, PublishPlatform, StagedFile, TextFacet } from '@carillon/domain'
import type { ErrorCode } from '@carillon/errors'
import type { AppCall, JsonObject } from '../call-context.ts'
import type { MediaSource } from '../media-source.ts'
import type { WriteCall, WritePort, WriteStep } from './write.ts'

export type { OpenCommit, Settling, Verdict } from './write.ts'

/** A post whose media items, however they arrived, became `source`. */
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

/** A call for a publish: `input` is the post, with its media items ready. */
export type PublishCall<P extends PublishPlatform, Credentials = unknown> = WriteCall<PreparedPost<P>, Credentials>

/** The result of a publish. */
export interface Published {
  /** The network's ids of the posts; of a thread, each post in its order. Empty if the network does not report it. */
  postIds: string[]
  permalink: string | null
  /** How the published post differs from the request; shown as the error of a successful publish. */
  warning?: { code: ErrorCode; message: string }
}

export type Step<State> = WriteStep<State, Published>

/** Publishes a post on one network: a write whose input is the post. */
export interface PublishPort<P extends PublishPlatform, State extends JsonObject = JsonObject, Credentials = unknown>
  extends WritePort<PreparedPost<P>, State, Published, Credentials> {
  /** Rejects what the body alone shows to be impossible, before its media are looked at and anything is stored. */
  check?(post: PostBodies[P]): void
  /** Rejects what the network would reject now: by the account's settings, scopes and quotas. It changes nothing. */
  validate?(call: PublishCall<P, Credentials>): Promise<void>
  /** The charge of the network for publishing the post, once per publish; omitted if it bills nothing. */
  charges?(post: PreparedPost<P>): readonly BilledOperation[]
  /** How the network interprets parts of a text; omitted if that is not known in advance. */
  facets?(text: string): TextFacet[]
  /**
   * Whether the network has verified the URL of Carillon's media; null if unknown. Omit it if the network accepts any
   * URL.
   */
  takesMediaFrom?(this: void, call: AppCall): Promise<boolean | null>
}
