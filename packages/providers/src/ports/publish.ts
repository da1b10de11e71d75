import type { PostBodies, PublishPlatform, StagedFile } from '@carillon/domain'
import type { AppCall, CallContext, JsonObject } from '../call-context.ts'
import type { MediaSource } from '../media-source.ts'
import type { OpenCommit, Settling, Verdict } from './write.ts'

export type { OpenCommit, Settling, Verdict } from './write.ts'

/** A post whose media items, however they arrived, became `source`. */
export type Prepared<T> = T extends { base64: StagedFile }
  ? Omit<T, 'base64' | 'content_type' | 'contentType'> & { source: MediaSource }
  : T extends { url: string }
    ? Omit<T, 'url'> & { source: MediaSource }
    : T extends readonly (infer Item)[]
      ? Prepared<Item>[]
      : T extends object
        ? { [K in keyof T]: Prepared<T[K]> }
        : T

export type PreparedPost<P extends PublishPlatform> = Prepared<PostBodies[P]>

export interface PublishCall<P extends PublishPlatform, Credentials = unknown> extends CallContext<Credentials> {
  publishId: string
  post: PreparedPost<P>
  /** When the publish was asked for; frozen, so that a repeated call carries the same time. */
  createdAt: Date
}

export type Step<State> =
  /** Something that may be repeated was done; its result is stored before the next step. */
  | { kind: 'next'; state: State }
  /** Nothing to do but look again; `accepted` once the network has taken the post in. */
  | { kind: 'wait'; state: State; seconds: number; accepted: boolean }
  /** All is ready for a call that cannot be taken back; `step` names it in the journal. */
  | { kind: 'commit'; step: string }
  | { kind: 'published'; postIds: string[]; permalink: string | null }

/**
 * How a post is published: `begin` chooses keys, then the driver calls `advance` until it says `published`, and `commit`
 * where it says so, storing every state before the next call. `advance` repeats harmlessly; `commit` is journalled first.
 * A definite rejection is thrown as a `ServiceError`; see `error-rules` for what counts as one.
 */
export interface PublishPort<P extends PublishPlatform, State extends JsonObject = JsonObject, Credentials = unknown> {
  settling: Settling
  /** Rejects what the body alone shows to be impossible, before its media are looked at and anything is stored. */
  check?(post: PostBodies[P]): void
  /** Keys that make the publish recognizable (record keys, client ids), chosen once. */
  begin(input: { publishId: string; items: number; now: Date; random(bytes: number): Uint8Array }): State
  advance(call: PublishCall<P, Credentials>, state: State): Promise<Step<State>>
  commit(call: PublishCall<P, Credentials>, state: State, step: string): Promise<State>
  reconcile(call: PublishCall<P, Credentials>, state: State, open: OpenCommit): Promise<Verdict<State>>
  /** Whether the network has verified the address of our media; null where it does not tell. Left out where any will do. */
  takesMediaFrom?(this: void, call: AppCall): Promise<boolean | null>
}
