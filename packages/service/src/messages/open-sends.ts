import { randomUUIDv7 } from 'node:crypto'
import {
  applyMessageStatuses,
  assignMessage,
  type ChangedMessage,
  deleteMessage,
  findProviderRow,
  findSendRow,
  knownProviderIds,
  listOpenSends,
  lockMessages,
  type MessageError,
  markNotSent,
  markSent,
  mergeMessages,
  type OpenSendRow,
  storeParticipants,
  type Tx,
} from '@carillon/database'
import { clockSkewMs, plainText, type SentMessage } from '@carillon/providers'
import { noHistory, raiseMessageEvents } from './message-events.ts'
import type { NewMessage } from './message-row.ts'

/**
 * Whether a message that was read may be that of an open send: a text of the same account to the same recipient, with
 * the same words, and not older than the send (apart from differences of clocks).
 */
function mayBe(send: OpenSendRow, row: NewMessage): boolean {
  return (
    row.accountId === send.accountId &&
    row.direction === 'outbound' &&
    row.type === 'text' &&
    row.recipient === send.recipient &&
    row.occurredAt.getTime() >= send.createdAt.getTime() - clockSkewMs &&
    plainText(row.body) === plainText(send.body)
  )
}

/**
 * Stores messages that were read from the network or reported by webhook; they have to be given oldest first. A message
 * that may be that of an open send (one whose outcome is not known yet) is stored in the send's row, which stays
 * `unknown` until the write ends. Of all other messages, returns those that are new or whose status has changed. Also
 * stores the reported names of the other users. The transaction must have locked the messages of the accounts with
 * `lockMessages`.
 */
export async function mergeReadMessages(tx: Tx, rows: readonly NewMessage[]): Promise<ChangedMessage[]> {
  if (rows.length === 0) return []
  const open = await listOpenSends(
    tx,
    rows.map(({ accountId }) => accountId),
  )
  const candidates = rows.filter((row) => open.some((send) => mayBe(send, row)))
  const taken = new Set<NewMessage>()
  for (const [accountId, ofAccount] of Map.groupBy(candidates, ({ accountId }) => accountId)) {
    const providerIds = ofAccount.flatMap(({ providerId }) => providerId ?? [])
    const known = await knownProviderIds(tx, { accountId, providerIds })
    for (const row of ofAccount) {
      if (known.has(row.providerId)) continue
      known.add(row.providerId)
      if (await assignToOpen(tx, open, row)) taken.add(row)
    }
  }
  const changed = await mergeMessages(
    tx,
    rows.filter((row) => !taken.has(row)),
  )
  await storeParticipants(tx, rows.flatMap(participantsOf))
  return changed
}

/** Returns the other user of a message with the name that the network reported; empty if it reported none. */
function participantsOf({ accountId, sender, recipient, participantName: name }: NewMessage) {
  const participant = sender ?? recipient
  return participant === null || name === null ? [] : [{ accountId, participant, name }]
}

/**
 * Stores a message in the row of the oldest open send that it may belong to, and removes the send from `open`. Returns
 * false if it can belong to none of them.
 */
async function assignToOpen(tx: Tx, open: OpenSendRow[], row: NewMessage): Promise<boolean> {
  const at = open.findIndex((send) => mayBe(send, row))
  const [send] = at === -1 ? [] : open.splice(at, 1)
  if (!send) return false
  await assignMessage(tx, send.id, row)
  return true
}

/**
 * Stores the message that was read into the row of `send`, but is now known not to belong to it: in a row of its own
 * or, if it may belong to another open send, in the row of that send. Returns the messages that are new or have
 * changed.
 */
async function storeElsewhere(tx: Tx, send: OpenSendRow, now: Date): Promise<ChangedMessage[]> {
  const { accountId, providerId, recipient, body, occurredAt } = send
  const row = { id: randomUUIDv7(), accountId, providerId, recipient, body, occurredAt, createdAt: now }
  const read = {
    ...row,
    direction: 'outbound',
    type: 'text',
    sender: null,
    status: 'sent',
    participantName: null,
  } as const
  const stored = await mergeReadMessages(tx, [read])
  if (providerId !== null) await applyMessageStatuses(tx, [{ accountId, providerId }])
  return stored
}

interface End {
  /** The id of the write, which is also the id of its message. */
  id: string
  accountId: string
  now: Date
}

/**
 * Records that the network accepted a message, with the status that was reported since, and stores its event. Does
 * nothing if no message with this id is stored. The message keeps its id. Another message with the same recipient and
 * text may have been stored in the row of this message while its outcome was unknown; the other message then gets a row
 * of its own, with an event.
 */
export async function endSent(tx: Tx, { id, accountId, now }: End, sent: SentMessage): Promise<void> {
  const { providerId } = sent
  await lockMessages(tx, [accountId])
  const [send, other] = [await findSendRow(tx, id), await findProviderRow(tx, { accountId, providerId })]
  if (!send) return
  const isMistaken = send.providerId !== null && send.providerId !== providerId
  if (isMistaken) await assignMessage(tx, id, null)
  if (other && other.id !== id) {
    if (other.status === 'unknown') await assignMessage(tx, other.id, null)
    else if (isMistaken) await assignMessage(tx, other.id, send)
    else await deleteMessage(tx, other.id)
  }
  // The network's own time is better than that of the call.
  const occurredAt = other?.occurredAt ?? new Date(sent.occurredAt)
  await assignMessage(tx, id, { providerId, occurredAt })
  await markSent(tx, id, sent.recipient ?? null)
  const moved = await applyMessageStatuses(tx, [{ accountId, providerId }])
  const stored = isMistaken ? await storeElsewhere(tx, send, now) : []
  await raiseMessageEvents(tx, [{ id, isNew: true }, ...moved, ...stored], { since: noHistory })
}

/**
 * Records that a message was not sent, with the reason, and stores its event. Does nothing if no message with this id
 * is stored. Another message with the same recipient and text may have been stored in the row of this message while its
 * outcome was unknown; the other message then gets a row of its own, with an event.
 */
export async function endNotSent(tx: Tx, { id, accountId, now }: End, error: MessageError): Promise<void> {
  await lockMessages(tx, [accountId])
  const send = await findSendRow(tx, id)
  if (!send) return
  if (send.providerId !== null) await assignMessage(tx, id, null)
  await markNotSent(tx, id, error)
  const stored = send.providerId === null ? [] : await storeElsewhere(tx, send, now)
  await raiseMessageEvents(tx, [{ id, isNew: true, changedAt: now }, ...stored], { since: noHistory })
}
