import { accountsWithOlder, listMessageKeys, type ReadMessageRow, readMessages } from '@carillon/database'
import { type AccountFailure, limits } from '@carillon/domain'
import type { Context } from '../context.ts'
import type { MessagePage } from './message-page.ts'
import { type MessageSlice, sliceKeys } from './message-slices.ts'
import { type MessageAccount, viewMessage } from './message-view.ts'

type Accounts = ReadonlyMap<string, MessageAccount>

/** Memory that a key takes, about. */
const bytesPerKey = 64

const idOf = (key: string): string => key.slice(0, key.indexOf(' '))

/** Reads the messages of a slice and renders them. */
async function renderSlice(context: Context, accounts: Accounts, keys: readonly string[]): Promise<MessageSlice> {
  const rows = await readMessages(context.db, keys.map(idOf))
  const byId = new Map(rows.map((row) => [row.id, row]))
  const texts = keys.flatMap((key) => {
    const row = byId.get(idOf(key))
    const account = row && accounts.get(row.account_id)
    return row && account ? [`,${JSON.stringify(viewMessage(row, account))}`] : []
  })
  return { keys, json: Buffer.from(texts.join('')), accounts: new Set(rows.map((row) => row.account_id)) }
}

function withoutFirstComma(parts: readonly Buffer[]): Buffer[] {
  const [first, ...others] = parts.filter(({ length }) => length > 0)
  return first === undefined ? [] : [first.subarray(1), ...others]
}

/**
 * Renders the newest messages of the accounts as the JSON of a response, oldest first and in slices, so that other
 * requests are not blocked. Slices in which nothing has changed are taken from the previous page.
 */
export async function renderMessages(
  context: Context,
  accounts: readonly MessageAccount[],
  { etag, previous }: { etag: string; previous: MessagePage | undefined },
): Promise<MessagePage> {
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const keys = await listMessageKeys(context.db, [...byId.keys()], limits.aggregateRecords + 1)
  const isCut = keys.length > limits.aggregateRecords
  if (isCut) keys.shift()
  const slices: MessageSlice[] = []
  for (const slice of sliceKeys(keys, previous?.slices ?? [])) {
    slices.push('json' in slice ? slice : await renderSlice(context, byId, slice))
  }
  const [oldest] = isCut ? await readMessages(context.db, keys.slice(0, 1).map(idOf)) : []
  const cut = await cutOf(context, byId, oldest)
  const stored = new Set([...slices.flatMap((slice) => [...slice.accounts]), ...cut.map(({ accountId }) => accountId)])
  const json = withoutFirstComma(slices.map((slice) => slice.json))
  const bytes = json.reduce((sum, part) => sum + part.length, keys.length * bytesPerKey)
  return { etag, json, bytes, slices, stored, cut }
}

async function cutOf(
  context: Context,
  accounts: Accounts,
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
