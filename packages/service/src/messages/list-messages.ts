import { listAccounts, messagesVersion } from '@carillon/database'
import { supports } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import { aggregate, type FailedReading, failedReading } from '../aggregate.ts'
import { beforeAbort } from '../before-abort.ts'
import type { Context } from '../context.ts'
import { entityTag, namesTag } from '../entity-tag.ts'
import { inParallel } from '../network-calls/in-parallel.ts'
import type { MessagePage } from '../process-state/pages/message-page.ts'
import type { UseCase } from '../request.ts'
import { hasMessages, type MessageAccount } from './message-view.ts'
import { renderMessages } from './render-messages.ts'
import { syncMessages } from './sync-messages.ts'

/** The maximum number of accounts of one request whose conversations are read at the same time. */
const accountsAtOnce = 100

/**
 * Reads changed conversations of the selected accounts at the networks that list conversations, then returns the newest
 * stored messages, at most `limits.aggregateRecords` together, oldest first. The response is 207 if an account could
 * not be read, or has older messages than the list contains; an account without a Page counts only if the request names
 * it. The response is 304 if its `ETag` is one that the client sent.
 * @throws ServiceError if no account could be read and none has stored messages: `provider_error` or `database_error`
 *   if all have this code, otherwise `provider_unavailable`
 */
export const listMessages: UseCase<'messages.list'> = async (
  context,
  { grant, target, account, input, requestId, signal },
) => {
  const { platform } = input.query
  const filter = { ...(target && { profileId: target.profileId }), ...(platform && { platforms: [platform] }) }
  const meant = account ? [account] : (await listAccounts(context.db, grant.scope, filter)).filter(hasMessages)
  const ending = AbortSignal.any([signal, AbortSignal.timeout(context.config.gateway.readDeadlineMs)])
  const failures = await inParallel(meant, {
    max: accountsAtOnce,
    work: (each) => failureOfSync(context, { account: each, requestId, signal: ending, isNamed: account !== null }),
  })
  const page = await readPage(context, meant)
  const readings = meant.map(({ id }, index) => {
    const failed = failures[index]
    if (!failed) return { records: [] }
    return page.stored.has(id) ? { records: [], errors: [failed.failure] } : failed
  })
  const { status, body } = aggregate<never, object>(readings, {
    list: () => ({}),
    // All accounts were read at once, in the order of the response.
    arrange: (records) => ({ records, errors: page.cut }),
  })
  const { status: completeness, errors } = body
  const tail = `],"errors":${JSON.stringify(errors)}}`
  const headers = { ETag: entityTag(page.etag, tail) }
  if (namesTag(input.headers['if-none-match'], headers.ETag)) return { status: 304, headers }
  const head = Buffer.from(`{"status":"${completeness}","messages":[`)
  return { status, json: [head, ...page.json, Buffer.from(tail)], headers }
}

/** Returns the rendered list, from a cache if no message of the accounts has changed. */
async function readPage(context: Context, accounts: readonly MessageAccount[]): Promise<MessagePage> {
  const ids = accounts.map(({ id }) => id)
  const version = await messagesVersion(context.db, ids)
  return context.messagePages.get(ids.join(' '), version, (previous) =>
    renderMessages(context, accounts, { etag: version, previous }),
  )
}

interface Sync {
  account: MessageAccount
  requestId: string
  signal: AbortSignal
  /** Whether the request names this account, so that the response has to explain why its messages cannot be read. */
  isNamed: boolean
}

/**
 * Updates the stored messages of an account and returns the error, if any. Does nothing for an account whose network
 * lists no conversations and reports messages only by webhook events.
 */
async function failureOfSync(context: Context, { isNamed, ...sync }: Sync): Promise<FailedReading | undefined> {
  const { account, signal } = sync
  if (!supports('messages.send.text', account.platform)) return undefined
  try {
    await beforeAbort(signal, () => syncMessages(context, sync))
    return undefined
  } catch (error) {
    const hasNone = error instanceof ServiceError && error.code === 'page_not_selected'
    return hasNone && !isNamed ? undefined : failedReading(account, error)
  }
}
