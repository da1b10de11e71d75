import { findAccountForWorker, raiseEvents, storeTemplateStatus, transactionInTurn } from '@carillon/database'
import type { MessageTemplate } from '@carillon/domain'
import { storableText } from '@carillon/providers'
import type { Context } from '../context.ts'
import { newEvent } from '../events/new-event.ts'
import type { TimedUpdate } from '../normalized-events.ts'

/**
 * Stores a network's decision about a message template, and an event `template.updated` if the status differs from the
 * stored one or none is stored. A decision that is not newer than the stored one is ignored. Does nothing if the update
 * names no template.
 */
export async function storeTemplate(context: Context, accountId: string, update: TimedUpdate): Promise<void> {
  if (update.subject === null) return
  const [name, language] = [storableText(update.subject), storableText(update.language ?? '')]
  const status = storableText(update.event)
  await transactionInTurn(context.db, ['account', accountId], async (tx) => {
    const row = { accountId, name, language, status, reportedAt: update.at }
    const account = (await storeTemplateStatus(tx, row)) ? await findAccountForWorker(tx, accountId) : undefined
    if (!account) return
    const data: MessageTemplate = { name, language: language || null, status, category: update.category ?? null }
    const event = { type: 'template.updated', id: name, at: update.at, data } as const
    await raiseEvents(tx, [newEvent({ ...account, accountId }, event)])
  })
}
