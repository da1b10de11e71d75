import type { AccountRow, ScheduleRow } from '@carillon/database'
import { type PublishPlatform, supports } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { PublishPort } from '@carillon/providers'
import { viewAccount } from '../account-changes/account-view.ts'
import { requireCard } from '../billing.ts'
import type { Context } from '../context.ts'
import { isStoredSource } from '../publishing/body/stored-post.ts'
import { inspectFacts } from '../publishing/media/inspect-facts.ts'
import { type MediaItem, mapMediaItems } from '../publishing/media/media-items.ts'
import { checkPermissions } from '../publishing/validation/check-permissions.ts'
import { exceededQuota } from './exceeded-quota.ts'
import { problems } from './problems.ts'
import { isLasting, readablePost } from './scheduled-post.ts'

type Problem = ReturnType<typeof problems.late>

/**
 * Checks the media of a schedule against the current rules, as far as their known properties allow.
 * @throws ServiceError with the code of the rule that a property violates
 */
function checkMediaRules(platform: PublishPlatform, { payload, media }: ScheduleRow): Promise<unknown> {
  return mapMediaItems(platform, payload, (item: MediaItem) => {
    const { source } = item.value
    const facts = isStoredSource(source) && 'mediaId' in source ? media[source.mediaId] : undefined
    if (facts) inspectFacts(platform, item, facts)
    return item.value
  })
}

/** Whether an error means that a quota, or a limit of the account, is used up until after the post is due. */
function isExhaustedUntilDue(thrown: unknown, { dueAt }: ScheduleRow, now: Date): thrown is ServiceError {
  if (!(thrown instanceof ServiceError) || thrown.code === 'rate_limited' || thrown.status >= 500) return false
  return thrown.retryAfter !== undefined && now.getTime() + thrown.retryAfter * 1000 > dueAt.getTime()
}

async function check(context: Context, row: ScheduleRow, account: AccountRow): Promise<void> {
  const { platform } = account
  if (!supports('posts.publish', platform)) throw new ServiceError('unsupported_platform')
  const publishing = { ...account, platform }
  await requireCard(context, row.organizationId, platform)
  await checkMediaRules(platform, row)
  const { publish }: { publish: Pick<PublishPort<PublishPlatform>, 'validate'> } =
    await context.registry.adapter(platform)
  if (!publish.validate) return
  const input = await readablePost(context, platform, row)
  const signal = AbortSignal.timeout(60_000)
  const caller = { account: publishing, requestId: row.requestId, signal, use: 'background' } as const
  await checkPermissions(context, caller, input)
}

/** Returns the error with which publishing would fail; null if none exists or the network cannot be read. */
async function lastingRejection(context: Context, row: ScheduleRow, account: AccountRow): Promise<ServiceError | null> {
  try {
    await check(context, row, account)
  } catch (error) {
    if (isLasting(error) || isExhaustedUntilDue(error, row, context.now())) return error
    context.log.info({ scheduleId: row.id, err: error }, 'schedule not checked by its network')
  }
  return null
}

/**
 * Returns what will prevent a schedule from being published, as far as it is known now: a deleted key, an account that
 * has expired or will have when the schedule is due, a missing card on file, media, quotas or permissions. Null if no
 * problem is found. Reads from the network where the adapter has a check. If the network cannot be read, or its limits
 * pass before the schedule is due, this is logged and counts as no problem.
 */
export async function findProblem(context: Context, row: ScheduleRow, account: AccountRow): Promise<Problem | null> {
  if (row.keyId === null) return problems.keyDeleted()
  if (account.status === 'expired') return problems.expired()
  const { actBefore } = viewAccount(context, account).health
  if (actBefore !== null && Date.parse(actBefore) < row.dueAt.getTime()) return problems.accessEnds(new Date(actBefore))
  const rejection = await lastingRejection(context, row, account)
  if (rejection) return problems.of(rejection)
  const exceeded = await exceededQuota(context, row)
  return exceeded === null ? null : problems.quota(exceeded)
}
