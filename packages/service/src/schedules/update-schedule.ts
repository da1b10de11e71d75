import { type LockedFirst, type ScheduleRow, transactionInTurn } from '@carillon/database'
import { onLateOf } from '@carillon/domain'
import { fieldError } from '@carillon/errors'
import type { Context } from '../context.ts'
import { removeUnstored } from '../publishing/media/remove-unstored.ts'
import type { Request, UseCase } from '../request.ts'
import { accountNotFound, requireAccount } from '../scope.ts'
import { removeFiles } from '../uploads/remove-files.ts'
import { changeScheduleIn, lockedWith, loggedSchedule, type ScheduleChange } from './change-schedule.ts'
import { changeOpenSchedule } from './find-schedule.ts'
import { nextLook } from './look-times.ts'
import { budgetOf, type DueColumns, isNextSlot, ownBudget, requestedDue, scheduledFile } from './requested-schedule.ts'
import { scheduleOutput } from './schedule-view.ts'
import { everyFile, requireUsable, type ScheduledPost, scheduledPost } from './scheduled-post.ts'
import { keyRejection, requireSpace } from './store-schedule.ts'

type Updating = Request<'schedules.update'>

const dayOf = (time: Date): string => time.toISOString().slice(0, 10)

/**
 * Checks the post of a request and stores its media in the media store; null if the request keeps the post.
 * @throws ServiceError the errors of `scheduledPost`, or `account_not_found`
 */
async function newPost(context: Context, { account, grant, input, requestId, signal }: Updating) {
  const body = 'post' in input.body ? input.body.post : undefined
  if (body === undefined) return null
  if (account === null) throw accountNotFound()
  return scheduledPost(context, { account, grant, body, requestId, signal })
}

function requireSameAccount(row: ScheduleRow, { account }: Updating): void {
  if (account === null || account.id === row.accountId) return
  const message = `a schedule keeps its account; this one has ${row.accountId}. Cancel it and schedule the post for the other account`
  throw fieldError({ path: ['post', 'accountId'], message })
}

/**
 * Returns how the budgets of a schedule change with its time or post. `keyId` is the key to which the schedule then
 * belongs; absent if it stays.
 */
function budgetFor(
  row: ScheduleRow,
  { request: { grant }, post, due }: Changing,
): { keyId?: string; change: Pick<ScheduleChange, 'budget'> } {
  const dueAt = due?.dueAt ?? row.dueAt
  const own = post === null ? undefined : ownBudget(row, grant)
  if (own !== undefined) return { keyId: own.keyId, change: { budget: { takes: own, due: dueAt } } }
  return { change: due === null ? {} : budgetOfDay(row, dueAt, grant) }
}

function budgetOfDay(row: ScheduleRow, dueAt: Date, grant: Updating['grant']): Pick<ScheduleChange, 'budget'> {
  if (row.keyId !== null && row.budgetDay === dayOf(dueAt)) return {}
  const { keyId, budget } = row
  if (keyId === null) return { budget: { takes: budgetOf(grant), due: dueAt } }
  return budget === null ? {} : { budget: { takes: { keyId, budget }, due: dueAt } }
}

interface Changing {
  request: Updating
  post: ScheduledPost | null
  due: DueColumns | null
  now: Date
}

function changeOf(row: ScheduleRow, changing: Changing): ScheduleChange {
  const { request, post, due, now } = changing
  const { onLate } = request.input.body
  const { keyId, change } = budgetFor(row, changing)
  const late = onLateOf({ afterMinutes: row.lateMinutes, then: row.lateThen, ...onLate })
  const owner = { organizationId: row.organizationId, scheduleId: row.id, now }
  const again = { status: 'scheduled', startAt: null, problem: null } as const
  return {
    changes: {
      ...{ lateMinutes: late.afterMinutes, lateThen: late.then },
      ...(due && { ...due, ...again, lookAt: nextLook(due.dueAt, now) }),
      ...(row.keyId === null && due && { keyId: request.grant.keyId }),
      ...(keyId !== undefined && { keyId }),
      ...(post && { payload: JSON.stringify(post.payload), media: JSON.stringify(post.media), items: post.items }),
      ...(post && !due && row.status === 'scheduled' && { problem: null }),
    },
    ...(post && { files: post.files.map((file) => scheduledFile(file, owner)) }),
    ...change,
  }
}

/**
 * Checks the requested time and returns the function that computes its columns, to be called in the transaction that
 * stores the schedule; null if the request keeps the time.
 * @throws ServiceError `invalid_request` for a time that is not allowed, `no_free_slot` (the function as well)
 */
async function newDue(context: Context, { id, profileId, accountId }: ScheduleRow, { input }: Updating) {
  const { publishAt } = input.body
  return publishAt === undefined ? null : requestedDue(context, publishAt, { profileId, accountId, scheduleId: id })
}

/**
 * Checks, before the post is processed, that the request keeps the account of the schedule and, if it changes the time,
 * that the time is allowed. If it changes the time without the post, the account also has to be able to publish.
 * Returns `row` unchanged.
 * @throws ServiceError `invalid_request` for another account or a time that is not allowed, `no_free_slot`; without a
 *   new post, `account_not_found`, `connection_expired` or a billing code if the account cannot publish
 */
async function requireChangeable(context: Context, row: ScheduleRow, request: Updating): Promise<ScheduleRow> {
  requireSameAccount(row, request)
  if (request.input.body.publishAt === undefined) return row
  await newDue(context, row, request)
  if (request.account === null)
    await requireUsable(context, await requireAccount(context, request.grant, row.accountId))
  return row
}

/**
 * Returns what the change locks first: the organization, whose bytes are counted, if it brings media; the slots of the
 * account if it wants the next one and uses no budget; otherwise as `lockedWith`.
 */
function lockedBy(row: ScheduleRow, { grant, input }: Updating, post: ScheduledPost | null): LockedFirst {
  if (post && post.files.length > 0) return ['organization', row.organizationId]
  const locked = lockedWith(row, budgetOf(grant))
  const { publishAt } = input.body
  const wantsSlot = publishAt !== undefined && isNextSlot(publishAt)
  return wantsSlot && locked[0] === 'schedule' ? ['account', row.accountId] : locked
}

async function store(context: Context, request: Updating, post: ScheduledPost | null): Promise<ScheduleRow> {
  const { before, changed } = await changeOpenSchedule(context, request, async (row) => {
    const [dueIn, storedAt] = [await newDue(context, row, request), await context.databaseNow()]
    const { id: scheduleId, organizationId, media: replaced } = row
    const stored = await transactionInTurn(context.db, lockedBy(row, request, post), async (tx) => {
      if (post) await requireSpace(context, tx, { organizationId, scheduleId, media: post.media, replaced })
      const due = dueIn && (await dueIn(tx, storedAt))
      return changeScheduleIn(context, tx, row, changeOf(row, { request, post, due, now: context.now() }))
    })
    return stored && { before: row, changed: stored }
  })
  if (post) await removeFiles(context, [...Object.keys(before.media), ...post.replaced])
  return changed
}

/**
 * Changes the time, the post or the `onLate` rule of a schedule that has not become a publish yet. With a new time, a
 * held schedule is `scheduled` again.
 * @throws ServiceError `schedule_not_found`, `precondition_failed` if `If-Match` names another version,
 *   `schedule_taken` if it is neither scheduled nor held, `invalid_request` for another account or an invalid time,
 *   `no_free_slot`, `budget_exhausted`, `unauthorized` if the key was deleted meanwhile; for a new post
 *   `upload_quota_exceeded` and the errors of publishing; for a new time alone `account_not_found`,
 *   `connection_expired` or a billing code if the account cannot publish
 */
export const updateSchedule: UseCase<'schedules.update'> = async (context, request) => {
  await changeOpenSchedule(context, request, (row) => requireChangeable(context, row, request))
  const post = await newPost(context, request)
  try {
    const changed = await store(context, request, post)
    context.log.info(loggedSchedule(changed), 'schedule changed')
    return scheduleOutput(context, 200, changed)
  } catch (error) {
    const rejection = keyRejection(error, context.now()) ?? error
    if (post) await removeUnstored(context, everyFile(post), rejection)
    throw rejection
  }
}
