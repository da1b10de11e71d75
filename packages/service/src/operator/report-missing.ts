import {
  type AccountRow,
  claimedProviderIds,
  type DatabaseEpoch,
  listBegunWrites,
  listConnectedAccounts,
  listCreated,
  readDatabaseEpoch,
} from '@carillon/database'
import { type PlatformWith, platformsWith, type ReadPost } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import { accountFailure } from '../aggregate.ts'
import { callAccount } from '../call-account.ts'
import type { Context } from '../context.ts'
import { publishKind } from '../publishing/run/publish-kind.ts'

/** The period whose publishes may be missing from the database. */
interface Period {
  since: Date
  until: Date
}

interface MissingPosts {
  accountId: string
  profileId: string
  platform: string
  posts: Pick<ReadPost, 'providerId' | 'publishedAt' | 'text' | 'permalink'>[]
}

/** Milliseconds by which clocks may differ and calls may take effect late. */
const slackMs = 2 * 60_000
const atOnce = 8
/** The maximum number of pages of an account's posts that are read. */
const maxPages = 20
/** The nil UUID, which no write has: passed where a query leaves out one write. */
const none = '00000000-0000-0000-0000-000000000000'

const toDo =
  'Each post is on the network, and no publish of the journal has its id: its publish was lost, or it was not published by Carillon. Tell the clients of these accounts that a publish which they cannot find by its request id must not be sent again if its post is listed here.'

function timeOf(option: string, text: string): Date {
  const time = new Date(text)
  if (!Number.isNaN(time.getTime())) return time
  const message = `"${text}" is not a time; pass --${option} with one such as 2026-11-22T10:00:00Z.`
  throw new ServiceError('invalid_request', message)
}

/**
 * Returns the period to report: as the operator gives it, otherwise from the last change that the promoted server had
 * received until processes used that server. It is extended by two minutes at both ends.
 * @throws ServiceError `invalid_request` for an invalid time, for a period that begins in the future or would end
 *   before it begins, or without `since` if no failover was noticed or the time of the last change is not known
 */
function periodOf(
  epoch: DatabaseEpoch,
  { since, until, now }: { since?: string | undefined; until?: string | undefined; now: Date },
): Period {
  const from = since === undefined ? epoch.completeUntil : timeOf('since', since)
  if (from === null) {
    const found =
      epoch.raisedAt === null
        ? 'No promotion of a database server was noticed'
        : `A database server was promoted, noticed at ${epoch.raisedAt.toISOString()}, but the time of the last change that it had received is not known`
    const message = `${found}; pass --since with the time from which rows are lost.`
    throw new ServiceError('invalid_request', message)
  }
  if (since !== undefined && from > now) {
    const message = `${from.toISOString()} is in the future; pass --since with the time from which rows are lost.`
    throw new ServiceError('invalid_request', message)
  }
  const end = (until === undefined ? (since === undefined ? epoch.raisedAt : null) : timeOf('until', until)) ?? now
  // The times of a failover are of two clocks, and may differ by less than the slack.
  if (from > end && (since !== undefined || until !== undefined)) {
    const message = `The period would end, at ${end.toISOString()}, before it begins, at ${from.toISOString()}.`
    throw new ServiceError('invalid_request', message)
  }
  return { since: new Date(from.getTime() - slackMs), until: new Date(end.getTime() + slackMs) }
}

type ListedAccount = AccountRow & { platform: PlatformWith<'posts.list'> }

const listed = platformsWith('posts.list')

function isListed(account: AccountRow): account is ListedAccount {
  return listed.some((platform) => platform === account.platform)
}

function isWithin({ publishedAt }: ReadPost, { since, until }: Period): boolean {
  const at = publishedAt === null ? Number.NaN : Date.parse(publishedAt)
  return at >= since.getTime() && at <= until.getTime()
}

function isBefore({ publishedAt }: ReadPost, { since }: Period): boolean {
  return publishedAt !== null && Date.parse(publishedAt) < since.getTime()
}

interface ReadPosts {
  posts: ReadPost[]
  /** Whether older posts of the period may exist, because only the first 20 pages were read. */
  isCut: boolean
}

/**
 * Reads the account's posts of a period from the network. Each list of the network is read until a page has a post that
 * is older than the period; at most 20 pages of all lists are read.
 * @throws the error of the network
 */
async function readPosts(context: Context, account: ListedAccount, period: Period): Promise<ReadPosts> {
  const { posts: port } = await context.registry.adapter(account.platform)
  const signal = AbortSignal.timeout(10 * 60_000)
  const found = new Map<string, ReadPost>()
  let cursor: string | null = null
  for (let pages = 0; pages < maxPages; pages++) {
    const page = await callAccount(
      context,
      { account, requestId: 'restore-report', signal, use: 'background' },
      (call) => port.list(call, cursor),
    )
    for (const post of page.posts) if (isWithin(post, period)) found.set(post.providerId, post)
    cursor = page.posts.some((post) => isBefore(post, period)) ? (page.nextList ?? null) : page.next
    if (cursor === null) return { posts: [...found.values()], isCut: false }
  }
  return { posts: [...found.values()], isCut: true }
}

function tooManyPages(): ServiceError {
  const message = `The account has more than ${maxPages} pages of posts since then, and only these were read; pass a later --since.`
  return new ServiceError('result_limit', message)
}

/** Returns the network's ids of what publishes of an account have created that ended since a time or are still open. */
async function createdBy(context: Context, account: ListedAccount, since: Date): Promise<string[]> {
  const publishes = { accountId: account.id, kind: publishKind.name, except: none }
  const port = await publishKind.port(context, account.platform)
  const open = await listBegunWrites(context.db, { ...publishes, now: context.now() })
  const ended = await claimedProviderIds(context.db, { ...publishes, since })
  return [...open.flatMap(({ state }) => port?.createdIds?.(state) ?? []), ...ended]
}

/** Returns the ids of those posts of an account that one of its stored publishes has created at any time. */
function createdEarlier({ db }: Context, { id: accountId }: ListedAccount, posts: readonly ReadPost[]) {
  const providerIds = posts.map(({ providerId }) => providerId)
  return listCreated(db, { accountId, kind: publishKind.name, providerIds })
}

/** Returns the posts of an account in a period that no stored publish has created, and whether older ones may exist. */
async function missingOf(
  context: Context,
  account: ListedAccount,
  period: Period,
): Promise<MissingPosts & { isCut: boolean }> {
  const { posts, isCut } = await readPosts(context, account, period)
  const recent = new Set(posts.length === 0 ? [] : await createdBy(context, account, period.since))
  const others = posts.filter(({ providerId }) => !recent.has(providerId))
  // A network can make a post public long after its publish has ended.
  const earlier = new Set(others.length === 0 ? [] : await createdEarlier(context, account, others))
  const lost = others.filter(({ providerId }) => !earlier.has(providerId))
  return {
    isCut,
    accountId: account.id,
    profileId: account.profileId,
    platform: account.platform,
    posts: lost.map(({ providerId, publishedAt, text, permalink }) => ({ providerId, publishedAt, text, permalink })),
  }
}

/**
 * Lists, by account, posts that exist at the network but belong to no stored publish, as can happen after a failover to
 * a standby that was behind, or in a restored backup. Posts that were not published by Carillon are listed as well.
 * Only connected accounts of networks that list posts are read, at most 20 pages of each; what a network bills for
 * these reads is charged to their organizations. The period is extended by two minutes at both ends, and posts without
 * a time are left out.
 * @param options.since start of the period in ISO 8601; by default the last change that the promoted server had
 *   received in the last failover
 * @param options.until end of the period in ISO 8601; by default the time from which processes used the promoted
 *   server, or the current time if `since` is given
 * @returns the period in ISO 8601; `accounts`, the number of accounts that were read completely, and `posts`, the
 *   number of posts found; in `missing` the posts, by account; in `errors` the accounts that could not be read, or only
 *   their newest 20 pages (`result_limit`); `toDo` is advice, absent without posts
 * @throws ServiceError `invalid_request` for an invalid time, for a period that begins in the future or would end
 *   before it begins, or without `since` if no failover was noticed or the time of the last change is not known
 */
export async function reportMissing(
  context: Context,
  options: { since?: string | undefined; until?: string | undefined },
) {
  const period = periodOf(await readDatabaseEpoch(context.db), { ...options, now: context.now() })
  const missing: MissingPosts[] = []
  const errors: ReturnType<typeof accountFailure>[] = []
  let read = 0
  async function check(account: ListedAccount): Promise<void> {
    try {
      const { isCut, ...found } = await missingOf(context, account, period)
      if (found.posts.length > 0) missing.push(found)
      if (isCut) errors.push(accountFailure(account, tooManyPages()))
      else read++
    } catch (error) {
      errors.push(accountFailure(account, error))
    }
  }
  for (let after: string | null = null, rows: AccountRow[]; ; after = rows.at(-1)?.id ?? null) {
    rows = await listConnectedAccounts(context.db, { platforms: listed, after, limit: atOnce })
    await Promise.all(rows.filter(isListed).map(check))
    if (rows.length < atOnce) break
  }
  const count = missing.reduce((sum, { posts }) => sum + posts.length, 0)
  if (count > 0) context.log.warn({ count, at: period.since }, 'posts without a publish found')
  return {
    since: period.since.toISOString(),
    until: period.until.toISOString(),
    accounts: read,
    posts: count,
    missing,
    errors,
    ...(count > 0 && { toDo }),
  }
}
