import { setImmediate as nextTurn } from 'node:timers/promises'
import { accountsWithOlder, listMessages, type ReadMessageRow } from '@carillon/database'
import { type AccountFailure, limits } from '@carillon/domain'
import type { Context } from '../context.ts'
import type { MessagePage } from './message-page.ts'
import { type MessageAccount, viewMessage } from './message-view.ts'

/** Messages that are rendered at once: a list of many never occupies the process. */
const sliceSize = 500

/**
 * Renders the newest messages of the accounts as the JSON of a response, oldest first and in slices, so that other
 * requests are not blocked.
 */
export async function renderMessages(
  context: Context,
  accounts: readonly MessageAccount[],
  etag: string,
): Promise<MessagePage> {
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const rows = await listMessages(context.db, [...byId.keys()], limits.aggregateRecords + 1)
  const isCut = rows.length > limits.aggregateRecords
  if (isCut) rows.pop()
  rows.reverse()
  const json: Buffer[] = []
  for (let at = 0; at < rows.length; at += sliceSize) {
    const slice = rows.slice(at, at + sliceSize).flatMap((row) => {
      const account = byId.get(row.account_id)
      return account ? [JSON.stringify(viewMessage(row, account))] : []
    })
    json.push(Buffer.from(`${at === 0 ? '' : ','}${slice.join(',')}`))
    await nextTurn()
  }
  const cut = isCut ? await cutOf(context, byId, rows[0]) : []
  const stored = new Set([...rows.map((row) => row.account_id), ...cut.map(({ accountId }) => accountId)])
  return { etag, json, bytes: json.reduce((sum, part) => sum + part.length, 0), stored, cut }
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
