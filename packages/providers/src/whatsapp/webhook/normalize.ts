import { type Fields, isObject, objectOf } from '../../json.ts'
import { eventId, eventsOf } from '../../meta/webhook/event-values.ts'
import type { WebhookEvents, WebhookPort } from '../../ports/webhook.ts'
import { accountError, accountUpdate } from './account-update.ts'
import { inboundMessage } from './inbound.ts'
import { statusChange } from './status.ts'

/**
 * Adds the events of a list to `into`, as converted by `read`. Those that cannot be read are counted in `all.skipped`.
 */
function collect<Event>(
  all: WebhookEvents,
  into: Event[],
  { list, read }: { list: unknown; read(event: Fields): Event | null },
): void {
  const { events, broken } = eventsOf(list)
  all.skipped += broken
  for (const event of events) {
    const found = read(event)
    if (found === null) all.skipped += 1
    else into.push(found)
  }
}

/** The fields of an entry that apply to all of its changes. */
interface Entry {
  businessAccountId: string | null
  /** Unix seconds, if the network sends them. */
  time: unknown
  /** Meta's id of Carillon's app. */
  appId: string | undefined
}

/**
 * Adds the contents of the webhook field `messages` to `all`: messages, delivery statuses, and errors of a number.
 * Contents that cannot be read are counted in `all.skipped`.
 */
function addMessages(all: WebhookEvents, value: Fields, { businessAccountId, time }: Entry): void {
  const accountProviderId = eventId(objectOf(value['metadata'])['phone_number_id'])
  const { messages, statuses, errors } = value
  if (accountProviderId === null || (messages ?? statuses ?? errors) === undefined) {
    all.skipped += 1
    return
  }
  collect(all, all.messages, {
    list: messages,
    read: (message) => inboundMessage(message, accountProviderId, value),
  })
  collect(all, all.statuses, {
    list: statuses,
    read: (status) => statusChange(status, accountProviderId),
  })
  collect(all, all.account, {
    list: errors,
    read: (error) =>
      businessAccountId === null ? null : accountError(error, { accountProviderId, businessAccountId, time }),
  })
}

function addChange(all: WebhookEvents, { field, value }: Fields, entry: Entry): void {
  if (field === 'messages' && isObject(value)) {
    addMessages(all, value, entry)
    return
  }
  const { businessAccountId, ...rest } = entry
  const update =
    businessAccountId === null ? null : accountUpdate(field, { businessAccountId, value: objectOf(value), ...rest })
  if (update === null) all.skipped += 1
  else all.account.push(update)
}

/**
 * Returns all events of a webhook request, which has several entries, each with several changes and events. Those that
 * cannot be read are counted in `skipped`, as is a body about anything but a WhatsApp business account.
 * @see https://developers.facebook.com/docs/graph-api/webhooks/getting-started (read 2026-11-20)
 */
export const normalize: WebhookPort['normalize'] = (body, app) => {
  const all: WebhookEvents = { messages: [], statuses: [], account: [], skipped: 0 }
  const { object, entry: sent } = objectOf(body)
  if (object !== 'whatsapp_business_account') return { ...all, skipped: 1 }
  const entries = eventsOf(sent)
  all.skipped += entries.broken
  for (const { id, time, changes } of entries.events) {
    const { events, broken } = eventsOf(changes)
    all.skipped += broken
    const entry = { businessAccountId: eventId(id), time, appId: app?.secrets['clientId'] }
    for (const change of events) addChange(all, change, entry)
  }
  return all
}
