import { setImmediate as nextTurn } from 'node:timers/promises'
import { accountsWithOlder, listMessageKeys, type ReadMessageRow, readMessages } from '@carillon/database'
import { type AccountFailure, limits } from '@carillon/domain'
import type { Context } from '../context.ts'
import type { MessagePage } from '../process-state/pages/message-page.ts'
import { type MessageSlice, sliceKeys } from '../process-state/pages/message-slices.ts'
import { type MessageAccount, viewMessage } from './message-view.ts'

type Accounts = ReadonlyMap<string, MessageAccount>

/** The approximate memory in bytes that the key of a message takes in a cached page. */
const bytesPerKey = 64

const idOf = (key: string): string => key.slice(0, key.indexOf(' '))

/** The maximum number of slices whose messages are read in one statement. */
const slicesAtOnce = 4

function renderSlice(
  keys: readonly string[],
  { accounts, rows }: { accounts: Accounts; rows: ReadonlyMap<string, ReadMessageRow> },
): MessageSlice {
  const found = keys.flatMap((key) => rows.get(idOf(key)) ?? [])
  const texts = found.flatMap((row) => {
    const account = accounts.get(row.accountId)
    return account ? [`,${JSON.stringify(viewMessage(row, account))}`] : []
  })
  return { keys, json: Buffer.from(texts.join('')), accounts: new Set(found.map((row) => row.accountId)) }
}

/**
 * Returns the slices in order, all rendered: those given as keys are read from the database and rendered, the others
 * are returned as they are. Other requests are served between two slices.
 */
async function renderSlices(
  context: Context,
  accounts: Accounts,
  slices: readonly (MessageSlice | string[])[],
): Promise<MessageSlice[]> {
  const rendered: MessageSlice[] = []
  let rows = new Map<string, ReadMessageRow>()
  for (const [at, slice] of slices.entries()) {
    if ('json' in slice) {
      rendered.push(slice)
      continue
    }
    if (!slice.some((key) => rows.has(idOf(key)))) {
      const next = slices.slice(at).filter((each) => !('json' in each))
      const ids = next.slice(0, slicesAtOnce).flatMap((each) => ('json' in each ? [] : each.map(idOf)))
      rows = new Map((await readMessages(context.db, ids)).map((row) => [row.id, row]))
    }
    rendered.push(renderSlice(slice, { accounts, rows }))
    await nextTurn()
  }
  return rendered
}

function withoutFirstComma(parts: readonly Buffer[]): Buffer[] {
  const [first, ...others] = parts.filter(({ length }) => length > 0)
  return first === undefined ? [] : [first.subarray(1), ...others]
}

/**
 * Renders the newest messages of the accounts, at most `limits.aggregateRecords` together, as the JSON of a response,
 * oldest first. This is done in slices, so that other requests are not blocked; slices without changes are taken from
 * `previous`. `cut` has an entry for each account with older messages.
 * @param options.etag the version of the messages, stored with the page
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
  const slices = await renderSlices(context, byId, sliceKeys(keys, previous?.slices ?? []))
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
    .map(({ id, profileId, platform }) => ({
      accountId: id,
      profileId: profileId,
      platform,
      code: 'result_limit',
      message,
    }))
}
