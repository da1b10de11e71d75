import { type Fields, idOf, objectOf, stringOf } from '../../json.ts'
import { eventId, eventText, eventTime } from '../../meta/webhook/event-values.ts'
import type { AccountUpdate, AccountUpdateKind } from '../../ports/webhook.ts'
import { missingStep } from '../errors.ts'

/**
 * The effect of each event of `account_update`, keyed by its name. A number that is also used in the WhatsApp Business
 * app is offboarded when the app moves to another device, and messages fail until it is reconnected.
 * @see https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/account_update
 *   (read 2026-11-29)
 * @see
 *   https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/reconnect-offboarded-coexistence-clients
 *   (read 2026-11-29)
 */
const accountKinds: Readonly<Record<string, AccountUpdateKind>> = {
  PARTNER_REMOVED: 'revoked',
  PARTNER_APP_UNINSTALLED: 'revoked',
  ACCOUNT_DELETED: 'revoked',
  DISABLED_UPDATE: 'restricted',
  ACCOUNT_RESTRICTION: 'restricted',
  ACCOUNT_VIOLATION: 'restricted',
  ACCOUNT_OFFBOARDED: 'restricted',
  ACCOUNT_RECONNECTED: 'restored',
  PARTNER_ADDED: 'restored',
}

/** The value of `waba_ban_state` for the end of a ban, which WhatsApp reports with the same event as the ban. */
const reinstated = 'REINSTATE'

/**
 * Returns whether an event names another app than Carillon's. Only the events of an app that a business has installed
 * or uninstalled name one; a business may have given several apps access to its account.
 * @see https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/account_update
 *   (read 2026-11-29)
 */
function isOfOtherApp({ waba_info: info }: Fields, appId: string | undefined): boolean {
  const named = eventId(objectOf(info)['partner_app_id'])
  return named !== null && appId !== undefined && named !== appId
}

function accountKind(word: string, value: Fields, appId: string | undefined): AccountUpdateKind {
  if (objectOf(value['ban_info'])['waba_ban_state'] === reinstated) return 'restored'
  if (isOfOtherApp(value, appId)) return 'other'
  return (Object.hasOwn(accountKinds, word) ? accountKinds[word] : undefined) ?? 'other'
}

interface Field {
  kind(word: string, value: Fields, appId: string | undefined): AccountUpdateKind
  /**
   * The name of the value that identifies the subject of the event, such as the template; omitted for events about the
   * whole account.
   */
  subject?: string
}

/** The webhook fields with events about the account; all of their values have an `event`. */
const fields: Readonly<Record<string, Field>> = {
  account_update: { kind: accountKind },
  message_template_status_update: { kind: () => 'template', subject: 'message_template_name' },
  phone_number_quality_update: { kind: () => 'quality', subject: 'display_phone_number' },
}

/**
 * Returns the id of the business account that an event names; null if it names none. Events about the sharing of an
 * account with a partner name the account, because their entry has the id of the partner's business.
 * @see https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/account_update
 *   (read 2026-11-28)
 */
function accountIn(value: Fields): string | null {
  return eventId(objectOf(value['waba_info'])['waba_id'])
}

/**
 * Returns the language of the template that an event names, such as `en_US`; empty if it names none. A hyphen is
 * replaced, since Meta's example of an event has `en-US`, and sends and the list of templates use `en_US`.
 * @see
 *   https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/message_template_status_update
 *   (read 2026-11-28)
 */
function languageIn(value: Fields): string {
  return eventText(value['message_template_language']).replace('-', '_')
}

/** Returns the category of the template that an event names, in lower case; empty if it reports none. */
function categoryIn(value: Fields): string {
  return eventText(value['message_template_category']).toLowerCase()
}

interface AccountEvent {
  businessAccountId: string
  value: Fields
  time: unknown
  appId: string | undefined
}

/**
 * Converts an event about the business account; null for a webhook field about something else, or a value without an
 * event. `businessAccountId` is the id in the webhook's entry, used unless the event itself names a business account.
 * `time` is in Unix seconds. `appId` is Meta's id of Carillon's app; an event about another app has the kind `other`.
 */
export function accountUpdate(
  field: unknown,
  { businessAccountId, value, time, appId }: AccountEvent,
): AccountUpdate | null {
  const name = stringOf(field) ?? ''
  const row = Object.hasOwn(fields, name) ? fields[name] : undefined
  const word = eventId(value['event'])
  if (!row || word === null) return null
  const [language, category] = [languageIn(value), categoryIn(value)]
  return {
    accountProviderId: null,
    businessAccountId: accountIn(value) ?? businessAccountId,
    kind: row.kind(word, value, appId),
    event: word.toLowerCase(),
    subject: row.subject === undefined ? null : eventText(value[row.subject]) || null,
    ...(language && { language }),
    ...(category && { category }),
    missing: null,
    occurredAt: eventTime(time),
  }
}

/**
 * Converts an error of the phone number that concerns no particular message; null if it has no code. `time` is in Unix
 * seconds.
 */
export function accountError(
  error: Fields,
  { time, ...account }: { businessAccountId: string; accountProviderId: string; time: unknown },
): AccountUpdate | null {
  const code = eventId(idOf(error['code']))
  if (code === null) return null
  const occurredAt = eventTime(time)
  return { ...account, kind: 'error', event: code, subject: null, missing: missingStep(code), occurredAt }
}
