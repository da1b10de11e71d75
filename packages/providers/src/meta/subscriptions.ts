import type { AppCall } from '../call-context.ts'
import type { Dialect } from '../call-network.ts'
import { idOf, textsOf } from '../json.ts'
import { callGraph, type GraphToken } from './graph.ts'
import { readAllPages } from './read-pages.ts'

/** A Page or an Instagram account to whose events apps can be subscribed, with the host and token for calls to it. */
export interface SubscribedNode {
  dialect: Dialect
  host: string
  access: GraphToken
  /** The network's id of the Page or the account. */
  id: string
}

function requestOf({ host, access, id }: SubscribedNode) {
  return { host, access, path: `/${encodeURIComponent(id)}/subscribed_apps`, timeoutMs: 10_000 }
}

/** Reads the webhook fields to which the app `appId` is subscribed; an empty list if it is not subscribed. */
async function subscribedFields(call: AppCall, node: SubscribedNode, appId: string | undefined): Promise<string[]> {
  const apps = await readAllPages(call, node.dialect, {
    ...requestOf(node),
    operation: 'subscriptions.list',
    query: { fields: 'id,subscribed_fields' },
  })
  const own = apps.find(({ id }) => idOf(id) === appId)
  return textsOf(own?.['subscribed_fields'])
}

/**
 * Subscribes the app to webhook events of a Page or an account, which Meta then sends to the app. `fields` are Meta's
 * names for the kinds of events, such as `messages`; they replace the fields subscribed before.
 * @throws ProviderError translated by `node.dialect` if Meta rejects the call; `provider_error` if it does not respond
 *   or reports that nothing changed
 * @see https://developers.facebook.com/docs/graph-api/reference/page/subscribed_apps (read 2026-11-23)
 * @see https://developers.facebook.com/docs/instagram-platform/webhooks (read 2026-11-23)
 */
export async function subscribe(call: AppCall, node: SubscribedNode, fields: readonly string[]): Promise<void> {
  await callGraph(call, node.dialect, {
    ...requestOf(node),
    method: 'POST',
    operation: 'subscriptions.create',
    form: { subscribed_fields: fields.join(',') },
  })
}

/**
 * Subscribes the app to further webhook fields (kinds of events) of a Page and keeps the fields subscribed before,
 * which a connection of the Page's Instagram account may need. Meta replaces all fields with each subscription, so the
 * existing ones are read first. They are found by `appId`, the app's id at Meta; if it is undefined, they are not kept.
 * Nothing is changed if the app is subscribed to all of `fields` already: another user of the Page may have granted the
 * permission for a field, and Meta rejects fields for which this token lacks it.
 * @throws ProviderError translated by `node.dialect` if Meta rejects the call; `provider_error` if it does not respond
 */
export async function subscribeAlso(
  call: AppCall,
  node: SubscribedNode,
  { appId, fields }: { appId: string | undefined; fields: readonly string[] },
): Promise<void> {
  const before = await subscribedFields(call, node, appId)
  if (fields.every((field) => before.includes(field))) return
  await subscribe(call, node, [...new Set([...before, ...fields])])
}

/**
 * Ends the app's subscription to a Page or an account: Meta sends no more webhook events of it to the app.
 * @throws ProviderError translated by `node.dialect` if Meta rejects the call, or `provider_error` with the outcome
 *   `rejected` if it only reports that nothing changed; `provider_error` if it does not respond
 */
export async function unsubscribe(call: AppCall, node: SubscribedNode): Promise<void> {
  await callGraph(call, node.dialect, {
    ...requestOf(node),
    method: 'DELETE',
    operation: 'subscriptions.delete',
    outcomeIfNotMade: 'rejected',
  })
}
