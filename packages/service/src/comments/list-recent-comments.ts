import {
  type AccountRow,
  listAccounts,
  listRecentComments,
  type RecentComment as RecentCommentRow,
  type RecentPosition,
} from '@carillon/database'
import { platformsWith, type RecentComment, supports } from '@carillon/domain'
import { isId } from '../is-id.ts'
import type { UseCase } from '../request.ts'
import { invalidCursor } from './cursor.ts'

const defaultLimit = 50

const time = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/

function encodePosition({ createdAt, id, accountId }: RecentPosition): string {
  return Buffer.from(JSON.stringify([createdAt, id, accountId])).toString('base64url')
}

function parsed(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

/**
 * Returns whether a text is a time as `createdAt` has it. `Date` alone accepts a 30th of February, the database none.
 */
function isTime(text: string): boolean {
  const [at, inMs] = [Date.parse(text), `${text.slice(0, -4)}Z`]
  return time.test(text) && !Number.isNaN(at) && new Date(at).toISOString() === inMs
}

/**
 * Decodes a cursor to the time, comment id and account id of the last comment of a page.
 * @throws ServiceError `invalid_request` if the string does not have the form of a cursor of the list
 */
function decodePosition(cursor: string): RecentPosition {
  const [createdAt, id, accountId] = parsed(cursor)
  if (typeof createdAt !== 'string' || typeof id !== 'string' || typeof accountId !== 'string') throw invalidCursor()
  const isStorable = id !== '' && id.isWellFormed() && !id.includes('\0')
  if (!isTime(createdAt) || !isStorable || !isId(accountId)) throw invalidCursor()
  return { createdAt, id, accountId }
}

function viewRecent(row: RecentCommentRow, { platform }: AccountRow): RecentComment[] {
  if (!supports('comments.list', platform)) return []
  const { caption: text, thumbnailUrl, permalink } = JSON.parse(row.summary)
  const post = { text, thumbnailUrl, permalink }
  return [{ ...JSON.parse(row.content), postId: row.postId, accountId: row.accountId, platform, post }]
}

/**
 * Returns a page of the stored comments of the account, or of all accounts of the profile, that the request names,
 * newest first; with `unanswered`, only those of others to which the account has not replied. Calls no network.
 * @throws ServiceError `invalid_request` if the cursor does not have the form of a `nextCursor`
 */
export const listRecent: UseCase<'comments.recent'> = async (context, { grant, target, account, input }) => {
  const { unanswered = false, limit = defaultLimit, cursor } = input.query
  const filter = { ...(target && { profileId: target.profileId }), platforms: platformsWith('comments.list') }
  const accounts = account ? [account] : await listAccounts(context.db, grant.scope, filter)
  const byId = new Map(accounts.map((each) => [each.id, each]))
  const after = cursor === undefined ? null : decodePosition(cursor)
  const rows = await listRecentComments(context.db, { accountIds: [...byId.keys()], unanswered, after, max: limit + 1 })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const comments = page.flatMap((row) => {
    const owner = byId.get(row.accountId)
    return owner ? viewRecent(row, owner) : []
  })
  return { status: 200, body: { comments, nextCursor: last && rows.length > limit ? encodePosition(last) : null } }
}
