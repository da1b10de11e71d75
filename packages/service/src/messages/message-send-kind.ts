import { insertMessage, type Tx } from '@carillon/database'
import { type SetupStep, setupSteps } from '@carillon/domain'
import type { SentMessage, TemplateInput, TextInput, WritePort } from '@carillon/providers'
import type { RowOfKind, WriteKind } from '../journal/write-kind.ts'
import { noteMissing, settlePayment } from '../signup/settle-payment.ts'
import { endNotSent, endSent } from './open-sends.ts'

/** A message to send: a text, or a template with its values. */
export type MessageToSend = TextInput | TemplateInput

/**
 * The external write that sends a direct message. The message is stored when the write is stored, under the same id,
 * and has the status `unknown` until its outcome is known: then `sent`, or `failed` if it was not sent. Missing setup
 * steps that an error names are stored with the account.
 */
export const messageSendKind: WriteKind<MessageToSend, MessageToSend, SentMessage> = {
  name: 'message.send',
  words: { thing: 'message', done: 'sent' },
  budget: 'messagesPerDay',
  whenAbsent: 'fail',
  unsentSeconds: 30,
  async port({ registry }, platform): Promise<WritePort<MessageToSend, object, SentMessage> | undefined> {
    const { messages, templates } = await registry.adapter(platform)
    return (messages ?? templates)?.send
  },
  input: async (_run, payload) => payload,
  providerIds: ({ providerId }) => [providerId],
  resolved: (providerId, { createdAt }) => ({ providerId, occurredAt: createdAt.toISOString() }),
  openDetails: ({ id }) => ({ messageId: id, status: 'unknown' }),
  onBegin: (tx, { row }) =>
    insertMessage(tx, {
      id: row.id,
      accountId: row.accountId,
      providerId: null,
      direction: 'outbound',
      sender: null,
      ...contentOf(row.payload),
      status: 'unknown',
      occurredAt: row.createdAt,
      createdAt: row.createdAt,
    }),
  async onEnd(tx, { context, row }) {
    const at = context.now()
    const missing = missingIn(row.error?.details).map((step) => ({ accountId: row.accountId, step, at }))
    // The account before its messages, in the order in which disconnecting it locks them.
    await noteMissing(context, tx, missing)
    await followEnd(tx, row, at)
    await settlePayment(context, tx, [row.accountId])
  },
}

/** Returns the setup steps that the `details` of an error list in `missing`; empty if they list none. */
function missingIn(details: unknown): SetupStep[] {
  const named = typeof details === 'object' && details !== null && 'missing' in details ? details.missing : []
  return setupSteps.filter((step) => Array.isArray(named) && named.includes(step))
}

/**
 * Returns the content of a message as it is stored. The body of a template is its name, because the network does not
 * report the resulting text.
 */
function contentOf(sent: MessageToSend) {
  const { recipient } = sent
  if ('text' in sent) return { type: 'text', recipient, body: sent.text } as const
  return { type: 'template', recipient, body: sent.template.name } as const
}

async function followEnd(tx: Tx, row: RowOfKind<MessageToSend, SentMessage>, now: Date) {
  const { id, accountId, status, error, result } = row
  const end = { id, accountId, now }
  if (status === 'failed' && error) await endNotSent(tx, end, { code: error.code, message: error.message })
  if (status === 'succeeded' && result) await endSent(tx, end, result)
}
