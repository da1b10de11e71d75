import { listAccountsOf, listWebhookEvents, markWebhookEvents, type ReceivingAccount } from '@carillon/database'
import type { Platform } from '@carillon/domain'
import type { AccountUpdate, PushedScopes, PushPort, WebhookEvents } from '@carillon/providers'
import type { Context } from '../context.ts'
import { decideSends, storeEvents } from '../messages/store-events.ts'
import type { AccountsByProviderId, Normalized } from '../normalized-events.ts'
import { settlePayments } from '../signup/settle-payment.ts'
import { storePushedComments } from './pushed-comments.ts'
import { appOf } from './receive.ts'
import { subjectOf, updateAccounts } from './update-accounts.ts'

/**
 * Job: applies the stored webhook events of a batch that have not been processed: messages, statuses (which also decide
 * sends whose outcome is unknown), receipts, comments and account changes. Events that cannot be read or belong to no
 * known account are counted and skipped. The job can be repeated, and events may arrive twice and in any order.
 */
export async function normalizeBatch(context: Context, batchId: string): Promise<void> {
  const events = await listWebhookEvents(context.db, batchId)
  for (const platform of new Set(events.map((event) => event.platform))) {
    const found: Normalized = { messages: [], statuses: [], account: [], comments: [], receipts: [] }
    for (const event of events.filter((each) => each.platform === platform)) {
      const { messages, statuses, account, comments = [], receipts = [] } = await read(context, platform, event)
      found.messages.push(...messages)
      found.statuses.push(...statuses)
      found.comments.push(...comments)
      found.receipts.push(...receipts)
      found.account.push(...account.map((update) => ({ ...update, at: timeOf(update, event.receivedAt) })))
    }
    await store(context, platform, found)
  }
  await markWebhookEvents(context.db, batchId, context.now())
}

function timeOf({ occurredAt }: AccountUpdate, receivedAt: Date): Date {
  return occurredAt === null ? receivedAt : new Date(occurredAt)
}

/**
 * Converts one webhook request to Carillon's events. A request that the adapter cannot read is logged, counted and
 * kept, and does not prevent others from being processed.
 */
async function read(
  context: Context,
  platform: Platform,
  { id, body }: { id: string; body: Buffer },
): Promise<WebhookEvents> {
  const { webhook } = await context.registry.adapter(platform)
  try {
    if (!webhook) throw new Error(`the adapter of ${platform} reads no events`)
    const events = webhook.normalize(JSON.parse(body.toString('utf8')), appOf(context, platform))
    count(context, 'skipped', events.skipped)
    return events
  } catch (error) {
    context.log.error({ platform, eventId: id, err: error }, 'webhook event not understood')
    count(context, 'broken', 1)
    return { messages: [], statuses: [], account: [], skipped: 0 }
  }
}

async function store(context: Context, platform: Platform, found: Normalized): Promise<void> {
  const { messages, statuses, comments, receipts } = found
  const named = [...messages, ...statuses, ...comments, ...receipts].map((each) => each.accountProviderId)
  named.push(...found.account.map(subjectOf))
  if (named.length === 0) return
  const rows = await listAccountsOf(context.db, platform, [...new Set(named)])
  const accounts = byProviderId(rows)
  count(context, 'unknown_account', named.filter((id) => !accounts.has(id)).length)
  const { push } = await context.registry.adapter(platform)
  const receiving = (kind: keyof PushedScopes) => byProviderId(push ? rows.filter(mayReceive(push, kind)) : rows)
  await storeEvents(context, receiving('messages'), found)
  await storePushedComments(context, receiving('comments'), comments)
  // A message that an account itself has sent is its own, whatever it may receive now.
  await decideSends(context, accounts, statuses)
  await updateAccounts(context, accounts, found.account)
  await settlePayments(context, accounts, found)
  count(context, 'message', messages.length)
  count(context, 'status', statuses.length + receipts.length)
  count(context, 'comment', comments.length)
  count(context, 'account', found.account.length)
}

/**
 * Returns a function that decides whether an account receives events of a kind. A network sends them once for all
 * accounts that stand for the same one there: an account of which the user has not granted the scopes, or has withdrawn
 * the access, does not receive what another one is allowed to.
 */
function mayReceive(push: PushPort, kind: keyof PushedScopes) {
  return ({ authMethod, missingScopes, expiredReason }: ReceivingAccount): boolean => {
    const required = push.scopesOfEvents(authMethod)[kind]
    return expiredReason !== 'deauthorized' && !required.some((scope) => missingScopes.includes(scope))
  }
}

function byProviderId(rows: readonly ReceivingAccount[]): AccountsByProviderId {
  const accounts = new Map<string, string[]>()
  for (const { id, providerId, ownerId } of rows) {
    for (const name of new Set([providerId, ownerId])) {
      if (name !== null && name !== '') accounts.set(name, [...(accounts.get(name) ?? []), id])
    }
  }
  return accounts
}

function count(context: Context, outcome: string, times: number): void {
  for (let time = 0; time < times; time++) context.counters.add('webhook_events', [outcome])
}
