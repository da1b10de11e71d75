import { isKeyOf, keysOf } from '@carillon/errors'
import { adAccountCreateKind } from '../ads/ad-account-create-kind.ts'
import { campaignCreateKind } from '../ads/campaign-create-kind.ts'
import { commentCreateKind } from '../comments/comment-create-kind.ts'
import { messageSendKind } from '../messages/message-send-kind.ts'
import { postDeleteKind } from '../posts/post-delete-kind.ts'
import { publishKind } from '../publishing/publish-kind.ts'
import type { WriteKind } from './write-kind.ts'

/** All kinds of external writes, by the name stored in the journal. */
export const writeKinds = {
  publish: publishKind,
  'message.send': messageSendKind,
  'post.delete': postDeleteKind,
  'comment.create': commentCreateKind,
  'campaign.create': campaignCreateKind,
  'adAccount.create': adAccountCreateKind,
} as const satisfies Record<string, WriteKind>

export type WriteKindName = keyof typeof writeKinds

export const writeKindNames = keysOf(writeKinds)

export type PayloadOf<K extends WriteKindName> =
  (typeof writeKinds)[K] extends WriteKind<infer Payload, infer _Input, infer _Result> ? Payload : never
export type ResultOf<K extends WriteKindName> =
  (typeof writeKinds)[K] extends WriteKind<infer _Payload, infer _Input, infer Result> ? Result : never

/** The kind of a stored write; undefined for a kind that this version does not know. */
export function kindOf(name: string): WriteKind | undefined {
  return isKeyOf(writeKinds, name) ? writeKinds[name] : undefined
}
