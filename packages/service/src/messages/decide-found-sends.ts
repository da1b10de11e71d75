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
import { messageOf } from './message-send-kind.ts'

/**
 * Decides message sends whose outcome is unknown by the stored messages of the account: the send succeeded if exactly
 * one message has the same recipient and text, is not older, and belongs to no other send. Otherwise the send stays
 * unknown.
 */
export async function decideFoundSends(context: Context, account: AccountRow): Promise<void> {
  for (const write of await listUndecidedWrites(context.db, { accountId: account.id, kind: 'message.send' })) {
    const [only, ...more] = await findSent(context, write)
    if (!only || more.length > 0) continue
    await decideWrite(context, write.id, { status: 'succeeded', result: only })
  }
}

async function findSent(context: Context, { id, accountId, createdAt, payload }: ExternalWriteRow) {
  const sent = messageOf({ payload })
  if (!('text' in sent)) return []
  const since = new Date(createdAt.getTime() - clockSkewMs)
  const claimed = new Set(await claimedProviderIds(context.db, { accountId, kind: 'message.send', since, except: id }))
  const rows = await listSentTo(context.db, { accountId, recipient: sent.recipient, since })
  return rows.flatMap(({ providerId, body, occurredAt }) =>
    providerId !== null && !claimed.has(providerId) && plainText(body) === plainText(sent.text)
      ? [{ providerId, occurredAt: occurredAt.toISOString() }]
      : [],
  )
}
