import type { operations } from '@carillon/contract'
import type { ExternalWriteRow } from '@carillon/database'
import type { Write, WriteKindName } from '@carillon/domain'
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
  /** The scope that an API key needs to read writes of this kind. */
  scope: (typeof operations)['writes.list']['scope'][number]
  /** Returns the kind of a write with this payload by its name in the API. */
  nameOf(payload: Readonly<Record<string, unknown>>): WriteKindName
}

/** The kinds of external writes that clients can list, with the scope required and the kind's name in the API. */
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

/**
 * Returns what a write has created; null if nothing. The `warning` of a publish is left out: `viewWriteError` returns
 * it.
 */
function resultOf({ status, result }: ExternalWriteRow): Record<string, unknown> | null {
  if (status !== 'succeeded') return null
  const { warning: _warning, ...created } = asObject(result) ?? {}
  return Object.keys(created).length === 0 ? null : created
}

/** Converts a row of `external_write` to the API's write, whose kind is what `nameOf` returns for the payload. */
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
