import {
  type AccountRow,
  claimedProviderIds,
  type ExternalWriteRow,
  listSentTo,
  listUndecidedWrites,
} from '@carillon/database'
import { clockSkewMs, plainText } from '@carillon/providers'
import type { Context } from '../context.ts'
import { decideWrite } from '../journal/decide-write.ts'

/**
 * Decides message sends whose outcome is unknown by the stored messages of the account: the send succeeded if exactly
 * one message has the same recipient and text, is not older than the send (apart from differences of clocks), and
 * belongs to no other send. Otherwise, and for templates, the send stays unknown.
 */
export async function decideFoundSends(context: Context, account: AccountRow): Promise<void> {
  for (const write of await listUndecidedWrites(context.db, { accountId: account.id, kind: 'message.send' })) {
    const [only, ...more] = await findSent(context, write)
    if (!only || more.length > 0) continue
    await decideWrite(context, write.id, { status: 'succeeded', result: only })
  }
}

async function findSent(context: Context, { id, accountId, createdAt, payload }: ExternalWriteRow) {
  const { recipient, text } = payload
  // A template has no text of its own.
  if (typeof recipient !== 'string' || typeof text !== 'string') return []
  const since = new Date(createdAt.getTime() - clockSkewMs)
  const claimed = new Set(await claimedProviderIds(context.db, { accountId, kind: 'message.send', since, except: id }))
  const rows = await listSentTo(context.db, { accountId, recipient, since })
  return rows.flatMap(({ providerId, body, occurredAt }) =>
    providerId !== null && !claimed.has(providerId) && plainText(body) === plainText(text)
      ? [{ providerId, occurredAt: occurredAt.toISOString() }]
      : [],
  )
}
