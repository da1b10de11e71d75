import { accountsWithOlder, listAccounts, type ReadMessageRow, listMessages as readStored } from '@carillon/database'
import { type AccountFailure, limits, type Message, supports } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import { accountFailure, aggregate } from '../aggregate.ts'
import { beforeAbort } from '../before-abort.ts'
import type { Context } from '../context.ts'
import type { UseCase } from '../request.ts'
import { hasMessages, type MessageAccount, viewMessage } from './message-view.ts'
import { syncMessages } from './sync-messages.ts'

export const listMessages: UseCase<'messages.list'> = async (
  context,
  { grant, target, account, input, requestId, signal },
) => {
  const { platform } = input.query
  const filter = { ...(target && { profileId: target.profileId }), ...(platform && { platforms: [platform] }) }
  const meant = account ? [account] : (await listAccounts(context.db, grant.scope, filter)).filter(hasMessages)
  const ending = AbortSignal.any([signal, AbortSignal.timeout(context.config.gateway.readDeadlineMs)])
  const failures = await Promise.all(
    meant.map((each) =>
      failureOfSync(context, { account: each, requestId, signal: ending, isNamed: account !== null }),
    ),
  )
  const { messages, cut } = await read(context, meant)
  const stored = new Set([...messages.map(({ accountId }) => accountId), ...cut.map(({ accountId }) => accountId)])
  const readings = meant.map(({ id }, index) => {
    const failure = failures[index]
    if (!failure) return { records: [] }
    return stored.has(id) ? { records: [], errors: [failure] } : { failure }
  })
  return aggregate<Message, { messages: Message[] }>(readings, {
    list: (records) => ({ messages: records }),
    // All accounts were read at once, in the order of the response.
    arrange: () => ({ records: messages, errors: cut }),
  })
}

interface Sync {
  account: MessageAccount
  requestId: string
  signal: AbortSignal
  /** Whether the request names this account, so that it has to be told why there is nothing to read. */
  isNamed: boolean
}

/** Brings what is stored of an account up to date. Networks that tell us of messages by themselves are not asked. */
async function failureOfSync(context: Context, { isNamed, ...sync }: Sync): Promise<AccountFailure | undefined> {
  const { account, signal } = sync
  if (!supports('messages.send.text', account.platform)) return undefined
  try {
    await beforeAbort(signal, () => syncMessages(context, sync))
    return undefined
  } catch (error) {
    const hasNone = error instanceof ServiceError && error.code === 'page_not_selected'
    return hasNone && !isNamed ? undefined : accountFailure(account, error)
  }
}

/** The newest messages of the accounts, oldest first, and the accounts of which there are more. */
async function read(
  context: Context,
  accounts: readonly MessageAccount[],
): Promise<{ messages: Message[]; cut: AccountFailure[] }> {
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const ids = [...byId.keys()]
  const rows = await readStored(context.db, ids, limits.aggregateRecords + 1)
  const isCut = rows.length > limits.aggregateRecords
  if (isCut) rows.pop()
  const messages: Message[] = []
  for (const row of rows.reverse()) {
    const account = byId.get(row.account_id)
    if (account) messages.push(viewMessage(row, account))
  }
  return { messages, cut: isCut ? await cutOf(context, byId, rows[0]) : [] }
}

async function cutOf(
  context: Context,
  accounts: ReadonlyMap<string, MessageAccount>,
  oldest: ReadMessageRow | undefined,
): Promise<AccountFailure[]> {
  if (!oldest) return []
  const older = new Set(await accountsWithOlder(context.db, [...accounts.keys()], oldest))
  const message = `The list was cut at the newest ${limits.aggregateRecords} messages.`
  return [...accounts.values()]
    .filter(({ id }) => older.has(id))
    .map(({ id, profile_id, platform }) => ({
      accountId: id,
      profileId: profile_id,
      platform,
      code: 'result_limit',
      message,
    }))
}
