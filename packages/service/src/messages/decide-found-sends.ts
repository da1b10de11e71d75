import {
  type AccountRow,
  claimedProviderIds,
  claimsKeptHours,
  type ExternalWriteRow,
  equalCallsEnd,
  listSentTo,
  listUndecidedWrites,
} from '@carillon/database'
import { clockSkewMs, plainText } from '@carillon/providers'
import type { Context } from '../context.ts'
import { decideWrite } from '../journal/decide-write.ts'

/**
 * Decides the message sends of an account whose outcome is unknown, by its stored messages. A send has succeeded if
 * exactly one stored message has its recipient and text (compared by `plainText`), is not older than the send (apart
 * from differences of clocks) and belongs to no other send. Other sends stay unknown, as do templates and sends older
 * than `claimsKeptHours`, for which it is no longer stored which messages belong to other sends. While another send
 * with the same recipient and text is in flight, a send is not decided, because the message may belong to that other
 * send.
 */
export async function decideFoundSends(context: Context, account: AccountRow): Promise<void> {
  const since = new Date(context.now().getTime() - claimsKeptHours * 3_600_000)
  for (const write of await listUndecidedWrites(context.db, { accountId: account.id, kind: 'message.send', since })) {
    const [only, ...more] = await findSent(context, write)
    if (!only || more.length > 0) continue
    await decideWrite(context, write.id, { status: 'succeeded', result: only })
  }
}

async function findSent(context: Context, { id, accountId, kind, createdAt, payload }: ExternalWriteRow) {
  const { recipient, text } = payload
  // A template has no text of its own.
  if (typeof recipient !== 'string' || typeof text !== 'string') return []
  const since = new Date(createdAt.getTime() - clockSkewMs)
  const rows = await listSentTo(context.db, { accountId, recipient, since })
  // In this order: an equal send that has ended by then is among those that claim their messages.
  if (await equalCallsEnd(context.db, { id, accountId, kind, now: context.now() })) return []
  const claimed = new Set(await claimedProviderIds(context.db, { accountId, kind, since, except: id }))
  return rows.flatMap(({ providerId, body, occurredAt }) =>
    providerId !== null && !claimed.has(providerId) && plainText(body) === plainText(text)
      ? [{ providerId, occurredAt: occurredAt.toISOString() }]
      : [],
  )
}
