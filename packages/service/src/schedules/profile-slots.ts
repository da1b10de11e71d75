import { findSlots, type ProfileSlotsRow, replaceSlots } from '@carillon/database'
import { inOrderOfWeek, type ProfileSlots, requireZone } from '@carillon/domain'
import type { Context } from '../context.ts'
import type { UseCase } from '../request.ts'
import { profileNotFound } from '../scope.ts'
import { freeSlot } from './next-slot.ts'
import { viewTime } from './schedule-view.ts'

async function nextSlotOf(context: Context, row: ProfileSlotsRow, accountId: string | undefined) {
  if (accountId === undefined) return null
  const slot = await freeSlot(context.db, row, { accountId, now: await context.databaseNow() })
  if (slot === undefined) return null
  const { local, timeZone } = slot
  return { ...viewTime(slot), local, timeZone }
}

function viewSlots({ profileId, timeZone, slots }: ProfileSlotsRow): ProfileSlots {
  return { profileId, timeZone, slots, nextSlot: null }
}

/**
 * Returns the weekly publishing times (slots) of a profile, and in `nextSlot` the next slot that is free for the
 * account in the query: null without an account, or if no slot is free within a year. A profile without slots has an
 * empty list; `timeZone` is null if they were never set.
 */
export const getSlots: UseCase<'slots.get'> = async (context, { target, input }) => {
  const { profileId } = input.params
  const row = await findSlots(context.db, profileId)
  if (row === undefined) return { status: 200, body: { profileId, timeZone: null, slots: [], nextSlot: null } }
  return { status: 200, body: { ...viewSlots(row), nextSlot: await nextSlotOf(context, row, target?.account?.id) } }
}

/**
 * Replaces the weekly publishing times (slots) of a profile and returns them, with `nextSlot` null. Existing schedules
 * keep their times.
 * @throws ServiceError `invalid_request` for an unknown time zone, `profile_not_found`
 */
export const setSlots: UseCase<'slots.replace'> = async (context, { input }) => {
  const { profileId } = input.params
  const timeZone = requireZone(input.body.timeZone, ['timeZone'])
  const slots = JSON.stringify(inOrderOfWeek(input.body.slots))
  const row = await replaceSlots(context.db, { profileId, timeZone, slots, updatedAt: context.now() })
  if (!row) throw profileNotFound()
  return { status: 200, body: viewSlots(row) }
}
