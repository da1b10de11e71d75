import { type AccountRow, type CredentialRow, listAccounts, readCredentials } from '@carillon/database'
import { type AccountFailure, limits, type PlatformWith, type Post, type ReadPost, supports } from '@carillon/domain'
import { firstOfEach, newCursorsOnly } from '@carillon/providers'
import { aggregate, failedReading, type Reading } from '../aggregate.ts'
import { beforeAbort } from '../before-abort.ts'
import { requireCard } from '../billing.ts'
import { charactersIn } from '../bounded-page.ts'
import { callAccount } from '../call-account.ts'
import type { Context } from '../context.ts'
import { inParallel } from '../network-calls/in-parallel.ts'
import type { UseCase } from '../request.ts'

/** The maximum number of accounts of one request that are read at the same time. */
const accountsAtOnce = 100

interface ListRun {
  context: Context
  requestId: string
  signal: AbortSignal
  credentials: ReadonlyMap<string, CredentialRow>
  /** The number of posts read so far, of all accounts together. */
  found: number
  organizationId: string
  /** The number of UTF-16 code units of the posts read so far. */
  characters: number
  /** Errors of accounts that have more posts than fit into the response, keyed by account id. */
  cut: Map<string, AccountFailure>
}

/**
 * Lists the posts of the account that the request names, otherwise of all accounts of the profile, or of those on the
 * platform if one is named. The posts are read from the networks, for 100 accounts at a time, and listed newest first,
 * at most `limits.aggregateRecords`. Reading also ends when the posts in all lists that this process is reading for the
 * organization have more than `limits.aggregateCharacters` characters together. The response is 207 if an account
 * failed or the list was truncated.
 * @throws ServiceError if all accounts failed: `provider_error` or `database_error` if all have this code, otherwise
 *   `provider_unavailable`; a billing code if all accounts are on one platform that charges for the read and no card is
 *   on file
 */
export const listPosts: UseCase<'posts.list'> = async (
  context,
  { grant, target, account, input, requestId, signal },
) => {
  const { platform } = input.query
  const filter = { ...(target && { profileId: target.profileId }), ...(platform && { platforms: [platform] }) }
  const meant = account ? [account] : (await listAccounts(context.db, grant.scope, filter)).filter(isListed)
  await requireCardForAll(context, meant)
  const deadline = AbortSignal.timeout(context.config.gateway.readDeadlineMs)
  const ending = AbortSignal.any([signal, deadline])
  const credentials = await readCredentials(
    context.db,
    meant.map(({ id }) => id),
  )
  const { organizationId } = grant.scope
  const counts = { found: 0, organizationId, characters: 0, cut: new Map() }
  const run: ListRun = { context, requestId, signal: ending, credentials, ...counts }
  try {
    const readings = await inParallel(meant, { max: accountsAtOnce, work: (account) => readPosts(run, account) })
    return aggregate(readings, { list: (posts) => ({ posts }), arrange: (records) => newestFirst(run, records) })
  } finally {
    countCharacters(run, -run.characters)
  }
}

/** Counts characters of posts for the organization; returns the number of all that are being read for it. */
function countCharacters({ context, organizationId }: ListRun, characters: number): number {
  const { postCharacters } = context.state
  const all = (postCharacters.get(organizationId) ?? 0) + characters
  if (all > 0) postCharacters.set(organizationId, all)
  else postCharacters.delete(organizationId)
  return all
}

/** Adds the posts of a page to the counts; returns whether the texts of the organization have become too long. */
function isTooLong(run: ListRun, posts: readonly ReadPost[]): boolean {
  const characters = charactersIn(posts)
  run.found += posts.length
  run.characters += characters
  return countCharacters(run, characters) > limits.aggregateCharacters
}

type ListedAccount = AccountRow & { platform: PlatformWith<'posts.list'> }

function isListed(account: AccountRow): account is ListedAccount {
  return supports('posts.list', account.platform)
}

/**
 * Checks, if all accounts of the request are on one platform that charges for the read, that the organization has a
 * card on file.
 * @throws ServiceError the billing code of the platform
 */
async function requireCardForAll(context: Context, accounts: readonly AccountRow[]): Promise<void> {
  const [first] = accounts
  if (first && accounts.every(({ platform }) => platform === first.platform)) {
    await requireCard(context, first.organizationId, first.platform)
  }
}

/**
 * Reads the pages of one account until the last, or until the limit of the response is reached. Never rejects: the
 * result contains the error of a failed read, with the posts that were read before it.
 */
async function readPosts(run: ListRun, account: ListedAccount): Promise<Reading<Post>> {
  const { context, requestId, signal } = run
  const records: Post[] = []
  const isNew = firstOfEach()
  const newOnly = newCursorsOnly()
  try {
    await requireCard(context, account.organizationId, account.platform)
    const { posts: port } = await context.registry.adapter(account.platform)
    let credential = run.credentials.get(account.id)
    let cursor: string | null = null
    let tooLong = false
    do {
      const page = await beforeAbort(signal, () =>
        callAccount(context, { account, requestId, signal, credential }, (call) => port.list(call, cursor)),
      )
      const posts = page.posts.filter(isNew)
      records.push(...posts.map((post) => toRecord(account, post)))
      tooLong = isTooLong(run, posts)
      const { next } = page
      cursor = next === null ? null : newOnly(next)
      // The credential may have been refreshed by the next page.
      credential = undefined
    } while (cursor !== null && run.found < limits.aggregateRecords && !tooLong)
    if (cursor !== null) run.cut.set(account.id, cutOf(account, tooLong))
    return { records }
  } catch (error) {
    const failed = failedReading(account, error)
    return records.length === 0 ? failed : { records, errors: [failed.failure] }
  }
}

function toRecord(account: AccountRow, post: ReadPost): Post {
  const { id, profileId, platform } = account
  return { id: post.providerId, ...post, platform, accountId: id, profileId }
}

function cutOf(
  { id, profileId, platform }: Pick<AccountRow, 'id' | 'profileId' | 'platform'>,
  tooLong = false,
): AccountFailure {
  const message = tooLong
    ? `The list was cut: the posts that are read for the organization at the same time have more than ${limits.aggregateCharacters} characters together.`
    : `The list was cut at ${limits.aggregateRecords} records.`
  return { accountId: id, profileId, platform, code: 'result_limit', message }
}

/**
 * Sorts the posts of all accounts newest first and truncates them at the limit. Each truncated account is reported
 * once.
 */
function newestFirst(run: ListRun, posts: Post[]): { records: Post[]; errors: AccountFailure[] } {
  posts.sort((a, b) => (b.publishedAt ?? '').localeCompare(a.publishedAt ?? '', 'en'))
  for (const { accountId, profileId, platform } of posts.splice(limits.aggregateRecords)) {
    run.cut.set(accountId, cutOf({ id: accountId, profileId, platform }))
  }
  return { records: posts, errors: [...run.cut.values()] }
}
