import { type Fields, objectOf } from '../../json.ts'
import type { CommentChange, Receipt, WebhookEvents, WebhookPort } from '../../ports/webhook.ts'
import { eventId, eventMoment, eventsOf } from './event-values.ts'
import { readMessaging } from './messaging.ts'
import { isSigned, verify } from './signature.ts'

/** A change listed in an entry of a webhook event, with the properties of the whole entry. */
export interface EntryChange {
  field: unknown
  value: Fields
  /** The network's id of the Page or account to which the change belongs. */
  account: string
  /** When Meta sent the entry, ISO 8601. The time of the change itself is not reported for every kind of change. */
  at: string
}

type Collected = WebhookEvents & { comments: CommentChange[]; receipts: Receipt[] }

type ReadChange = (change: EntryChange) => CommentChange | null

function addMessaging(all: Collected, entry: Fields, account: string): void {
  const { events, broken } = eventsOf(entry['messaging'])
  all.skipped += broken
  for (const event of events) {
    const found = readMessaging(event, account)
    if (found === null) all.skipped += 1
    all.messages.push(...(found?.messages ?? []))
    all.statuses.push(...(found?.statuses ?? []))
    all.receipts.push(...(found?.receipts ?? []))
  }
}

function addChanges(all: Collected, entry: Fields, { account, read }: { account: string; read: ReadChange }): void {
  const { events, broken } = eventsOf(entry['changes'])
  const at = eventMoment(entry['time'])
  all.skipped += broken
  for (const { field, value } of events) {
    const found = at === null ? null : read({ field, value: objectOf(value), account, at })
    if (found === null) all.skipped += 1
    else all.comments.push(found)
  }
}

/**
 * Builds the webhook port of Facebook Pages or of Instagram accounts. Their events consist of entries with changes of
 * comments or events of conversations.
 *
 * @param object the value of `object` in the bodies to read; any other body is counted as skipped
 * @param read converts a change in an entry to a change of a comment; returns null for other kinds of changes, and for
 *   those that cannot be read, which are counted as skipped
 * @see https://developers.facebook.com/docs/graph-api/webhooks/getting-started (read 2026-11-23)
 */
export function entryWebhook(object: string, read: ReadChange): WebhookPort {
  return {
    verify,
    isSigned,
    normalize(body) {
      const all: Collected = { messages: [], statuses: [], account: [], comments: [], receipts: [], skipped: 0 }
      const fields = objectOf(body)
      if (fields['object'] !== object) return { ...all, skipped: 1 }
      const { events, broken } = eventsOf(fields['entry'])
      all.skipped += broken
      for (const entry of events) {
        const account = eventId(entry['id'])
        if (account === null) {
          all.skipped += 1
          continue
        }
        addMessaging(all, entry, account)
        addChanges(all, entry, { account, read })
      }
      return all
    },
  }
}
