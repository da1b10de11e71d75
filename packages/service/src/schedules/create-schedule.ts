import type { BudgetTake, LockedFirst } from '@carillon/database'
import { onLateOf } from '@carillon/domain'
import type { Context } from '../context.ts'
import { storeBeforeOf } from '../journal/store-before.ts'
import { removeUnstored } from '../publishing/media/remove-unstored.ts'
import type { UseCase } from '../request.ts'
import { accountNotFound } from '../scope.ts'
import { removeFiles } from '../uploads/remove-files.ts'
import { loggedSchedule } from './change-schedule.ts'
import { nextLook } from './look-times.ts'
import { budgetOf, type DueColumns, type DueIn, isNextSlot, requestedDue, scheduledFile } from './requested-schedule.ts'
import { scheduleOutput } from './schedule-view.ts'
import { everyFile, type ScheduledPost, scheduledPost } from './scheduled-post.ts'
import { requireSpace, storeSchedule } from './store-schedule.ts'

/** Returns what storing a schedule locks first: the organization whose bytes are counted, a budget, or slots. */
function lockedBy(
  { files }: ScheduledPost,
  {
    organizationId,
    takes,
    slotsOf,
  }: { organizationId: string; takes?: BudgetTake | undefined; slotsOf?: string | undefined },
): LockedFirst | undefined {
  if (files.length > 0) return ['organization', organizationId]
  if (takes) return ['apiKey', takes.keyId]
  return slotsOf === undefined ? undefined : ['account', slotsOf]
}

/**
 * Stores a post with its media, to be published later. Media at URLs are downloaded now.
 * @throws ServiceError `account_not_found`, `invalid_request` for an invalid time, `no_free_slot`,
 *   `upload_quota_exceeded`, and the errors of `scheduledPost` and `storeSchedule`
 */
export const createSchedule: UseCase<'schedules.create'> = async (context: Context, request) => {
  const { account, grant, input, requestId, signal } = request
  if (account === null) throw accountNotFound()
  const { publishAt, onLate, post: body } = input.body
  const { organizationId, profileId, platform, id: accountId } = account
  const dueIn = await requestedDue(context, publishAt, { profileId, accountId })
  const post = await scheduledPost(context, { account, grant, body, requestId, signal })
  const { payload, files, replaced, media, items } = post
  const { afterMinutes, then: lateThen } = onLateOf(onLate)
  const now = context.now()
  const id = context.newId()
  const rowAt = (due: DueColumns) => ({
    ...{ id, organizationId, profileId, accountId, platform, keyId: grant.keyId, requestId, ...due },
    ...{ status: 'scheduled' as const, lateMinutes: afterMinutes, lateThen, items },
    ...{ payload: JSON.stringify(payload), media: JSON.stringify(media) },
    ...{ lookAt: nextLook(due.dueAt, now), createdAt: now, updatedAt: now },
  })
  const owner = { organizationId, scheduleId: id, now }
  const takes = budgetOf(grant)
  const slotsOf = isNextSlot(publishAt) ? accountId : undefined
  const dueInSpace: DueIn = async (tx, at) => {
    await requireSpace(context, tx, { organizationId, scheduleId: id, media })
    return dueIn(tx, at)
  }
  const stored = await storeSchedule(
    context,
    { id, rowAt, dueIn: dueInSpace },
    {
      ...{ organizationId, requestId, takes, storeBefore: storeBeforeOf(input.headers) },
      locked: lockedBy(post, { organizationId, takes, slotsOf }),
      files: files.map((file) => scheduledFile(file, owner)),
    },
  ).catch(async (error: unknown) => {
    await removeUnstored(context, everyFile(post), error)
    throw error
  })
  await removeFiles(context, replaced)
  context.log.info(loggedSchedule(stored), 'post scheduled')
  return scheduleOutput(context, 201, stored)
}
