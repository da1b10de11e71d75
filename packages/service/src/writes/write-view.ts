import type { ExternalWriteRow } from '@carillon/database'
import type { OperationScope, Write, WriteKindName } from '@carillon/domain'
import { adAccountCreateKind } from '../ads/ad-account-create-kind.ts'
import { campaignCreateKind } from '../ads/campaign-create-kind.ts'
import { commentCreateKind } from '../comments/comment-create-kind.ts'
import { messageSendKind } from '../messages/message-send-kind.ts'
import { postDeleteKind } from '../posts/post-delete-kind.ts'
import { publishKind } from '../publishing/run/publish-kind.ts'
import { publishStatuses, viewWriteError } from '../publishing/view/publish-view.ts'

interface WriteReader {
  /** The name of the kind in the journal. */
  kind: string
  /** The scope with which a key may read such writes. */
  scope: OperationScope
  nameOf(payload: Readonly<Record<string, unknown>>): WriteKindName
}

/** How each kind of write is listed. */
export const writeReaders: readonly WriteReader[] = [
  { kind: publishKind.name, scope: 'posts:read', nameOf: () => 'publish' },
  { kind: postDeleteKind.name, scope: 'posts:read', nameOf: () => 'deletion' },
  {
    kind: commentCreateKind.name,
    scope: 'comments:read',
    nameOf: ({ parentId }) => (parentId === null ? 'comment' : 'reply'),
  },
  {
    kind: messageSendKind.name,
    scope: 'messages:read',
    nameOf: (payload) => ('template' in payload ? 'template' : 'message'),
  },
  { kind: campaignCreateKind.name, scope: 'ads:read', nameOf: () => 'campaign' },
  { kind: adAccountCreateKind.name, scope: 'ads:read', nameOf: () => 'ad_account' },
]

function asObject(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null ? { ...value } : null
}

/** What a write has created. The warning of a publish is listed as its error. */
function resultOf({ status, result }: ExternalWriteRow): Record<string, unknown> | null {
  if (status !== 'succeeded') return null
  const { warning: _warning, ...created } = asObject(result) ?? {}
  return Object.keys(created).length === 0 ? null : created
}

/** A write of the API for a row of `external_write`. */
export function viewWrite(row: ExternalWriteRow, { nameOf }: WriteReader): Write {
  return {
    id: row.id,
    kind: nameOf(row.payload),
    status: publishStatuses[row.status],
    platform: row.platform,
    accountId: row.accountId,
    profileId: row.profileId,
    result: resultOf(row),
    error: viewWriteError(row),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
