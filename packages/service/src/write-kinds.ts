import { adAccountCreateKind } from './ads/ad-account-create-kind.ts'
import { campaignCreateKind } from './ads/campaign-create-kind.ts'
import { commentCreateKind } from './comments/comment-create-kind.ts'
import type { WriteKind } from './journal/write-kind.ts'
import { messageSendKind } from './messages/message-send-kind.ts'
import { postDeleteKind } from './posts/post-delete-kind.ts'
import { publishKind } from './publishing/run/publish-kind.ts'
import { withdraw } from './schedules/withdraw.ts'

/** All kinds of external writes. */
const writeKinds: readonly WriteKind[] = [
  { ...publishKind, withdraw },
  messageSendKind,
  postDeleteKind,
  commentCreateKind,
  campaignCreateKind,
  adAccountCreateKind,
]

/** The names under which the kinds are stored in the journal. */
export const writeKindNames: readonly string[] = writeKinds.map(({ name }) => name)

/** Returns the kind of external write with this name; undefined if this version has none. */
export function findWriteKind(name: string): WriteKind | undefined {
  return writeKinds.find((kind) => kind.name === name)
}
