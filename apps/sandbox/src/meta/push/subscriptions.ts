import type { App } from '../apps.ts'
import { requirePageToken, requireScopes, requireTask } from '../authority.ts'
import { type GraphCall, type Handler, selectionsOf } from '../graph/call.ts'
import { type Shape, show } from '../graph/fields.ts'
import { invalidParameter } from '../graph/graph-error.ts'
import { allowOnly } from '../graph/parameters.ts'
import type { InstagramAccount, Page } from '../state/people.ts'
import type { State } from '../state/state.ts'

/**
 * The fields of a Page that can be subscribed, with the permissions that each requires.
 * @see https://developers.facebook.com/docs/graph-api/webhooks/reference/page (read 2026-11-23)
 */
const PAGE_FIELDS: Record<string, string[]> = {
  feed: ['pages_manage_metadata', 'pages_show_list'],
  mention: ['pages_manage_metadata'],
  messages: ['pages_messaging'],
  message_echoes: ['pages_messaging'],
  message_edits: ['pages_messaging'],
  message_deliveries: ['pages_messaging'],
  message_reads: ['pages_messaging'],
}

/**
 * The fields of an account that can be subscribed with Instagram Login, with the permissions that each requires.
 * @see https://developers.facebook.com/docs/instagram-platform/webhooks (read 2026-11-23)
 */
const INSTAGRAM_FIELDS: Record<string, string[]> = {
  comments: ['instagram_business_manage_comments'],
  live_comments: ['instagram_business_manage_comments'],
  messages: ['instagram_business_manage_messages'],
  messaging_seen: ['instagram_business_manage_messages'],
}

/**
 * Returns the webhook fields, such as `messages`, to which the app is subscribed for the Page or account with this id;
 * empty if it is not subscribed.
 */
export function fieldsOf({ subscriptions }: State, id: string): readonly string[] {
  return subscriptions.get(id) ?? []
}

function fieldsAsked(call: GraphCall, known: Record<string, string[]>): string[] {
  allowOnly(call.parameters, ['subscribed_fields'])
  const fields = call.parameters.required('subscribed_fields').split(',')
  const unknown = fields.find((field) => !Object.hasOwn(known, field))
  if (unknown !== undefined) {
    throw invalidParameter(`Param subscribed_fields[0] must be one of {${Object.keys(known).join(', ')}}`)
  }
  requireScopes(call, [...new Set(fields.flatMap((field) => known[field] ?? []))], 200)
  return fields
}

/**
 * The fields of a subscribed app in Graph API responses.
 * @see https://developers.facebook.com/docs/messenger-platform/webhooks (read 2026-11-24)
 */
const appShape: Shape<{ app: App; subscribed: readonly string[] }, GraphCall> = {
  type: 'Application',
  defaults: ['category', 'link', 'name', 'id', 'subscribed_fields'],
  unset: ['category', 'link'],
  fields: {
    id: ({ app }) => app.id,
    name: ({ app }) => app.name,
    subscribed_fields: ({ subscribed }) => [...subscribed],
  },
}

function list({ id }: { id: string }, call: GraphCall): unknown {
  const { app, state, parameters } = call
  allowOnly(parameters, ['fields'])
  const [subscribed, selections] = [fieldsOf(state, id), selectionsOf(call)]
  return { data: subscribed.length === 0 ? [] : [show(appShape, { app, subscribed }, selections, call)] }
}

/** Subscribes the app to exactly the webhook fields `fields` of a Page or account. Returns `{success: true}`. */
function replace({ id }: { id: string }, { state }: GraphCall, fields: string[]): unknown {
  state.subscriptions.set(id, fields)
  return { success: true }
}

function end({ id }: { id: string }, { state, parameters }: GraphCall): unknown {
  allowOnly(parameters, [])
  state.subscriptions.delete(id)
  return { success: true }
}

function ofPage(handle: Handler<Page>): Handler<Page> {
  return (page, call) => {
    requirePageToken(call, page)
    requireScopes(call, ['pages_manage_metadata'], 200)
    requireTask(call, page, ['MODERATE', 'CREATE_CONTENT', 'MANAGE', 'MESSAGING'])
    return handle(page, call)
  }
}

/**
 * The endpoints that read, replace and delete the app's subscription to webhooks of a Page, keyed by method and edge,
 * such as `POST subscribed_apps`.
 * @see https://developers.facebook.com/docs/graph-api/reference/page/subscribed_apps (read 2026-11-23)
 */
export const PAGE_SUBSCRIPTION_EDGES: Record<string, Handler<Page>> = {
  'GET subscribed_apps': ofPage(list),
  'POST subscribed_apps': ofPage((page, call) => replace(page, call, fieldsAsked(call, PAGE_FIELDS))),
  'DELETE subscribed_apps': ofPage(end),
}

function ofAccount(handle: Handler<InstagramAccount>): Handler<InstagramAccount> {
  return (account, call) => {
    if (call.login === 'facebook') throw invalidParameter('Subscribe the Page that the account is linked to')
    requireScopes(call, ['instagram_business_basic'], 200)
    return handle(account, call)
  }
}

/**
 * The endpoints that read, replace and delete the app's subscription to webhooks of an Instagram account, keyed by
 * method and edge, such as `POST subscribed_apps`.
 * @see https://developers.facebook.com/docs/instagram-platform/webhooks (read 2026-11-23)
 */
export const INSTAGRAM_SUBSCRIPTION_EDGES: Record<string, Handler<InstagramAccount>> = {
  'GET subscribed_apps': ofAccount(list),
  'POST subscribed_apps': ofAccount((account, call) => replace(account, call, fieldsAsked(call, INSTAGRAM_FIELDS))),
  'DELETE subscribed_apps': ofAccount(end),
}
