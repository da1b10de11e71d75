import { type Db, findSlots, firstFreeTime, lockUntilEnd, type Tx } from '@carillon/database'
import { type SlotPlan, type SlotTime, slotTimes } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'

/** The number of slots that one query compares with the schedules of an account. */
const compared = 100

/** The profile and account for which a slot is searched. A slot is a weekly publishing time of a profile. */
export interface SlotOwner {
  profileId: string
  accountId: string
  /** The schedule that is being moved, whose own slot counts as free. */
  scheduleId?: string
}

/**
 * Returns the account's next free slot: the first publishing time of the plan, from one minute after `now` on, at which
 * the account has no schedule that is scheduled or held. The slot of the schedule `scheduleId`, which is being moved,
 * counts as free. Undefined if no slot is free within a year.
 */
export async function freeSlot(
  db: Db,
  plan: SlotPlan,
  { accountId, scheduleId: except, now }: Omit<SlotOwner, 'profileId'> & { now: Date },
): Promise<SlotTime | undefined> {
  const freeOf = async (slots: readonly SlotTime[]) => {
    const times = slots.map(({ instant }) => instant)
    const at = await firstFreeTime(db, { accountId, times, ...(except !== undefined && { except }) })
    return at && slots.find(({ instant }) => instant.getTime() === at.getTime())
  }
  let slots: SlotTime[] = []
  for (const slot of slotTimes(plan, now)) {
    slots.push(slot)
    if (slots.length < compared) continue
    const free = await freeOf(slots)
    if (free) return free
    slots = []
  }
  return freeOf(slots)
}

const noSlots = () =>
  new ServiceError(
    'no_free_slot',
    'The profile has no slots. Set them with PUT /profiles/{profileId}/slots, or name a time.',
  )
const allTaken = () =>
  new ServiceError(
    'no_free_slot',
    'The account has a schedule at each slot of the profile for a year. Add slots, or name a time.',
  )

/**
 * Returns a function that finds the next free slot of an account. Call the returned function in the transaction that
 * stores the schedule: until it ends, other transactions that want a slot of the account wait, so that each gets its
 * own.
 * @throws ServiceError `no_free_slot`, at once if the profile has no slots, and in the function if all are taken for a
 *   year
 */
export async function nextSlot(context: Context, owner: SlotOwner): Promise<(tx: Tx, now: Date) => Promise<SlotTime>> {
  const plan = await findSlots(context.db, owner.profileId)
  if (plan === undefined || plan.slots.length === 0) throw noSlots()
  return async (tx, now) => {
    await lockUntilEnd(tx, 'slots', owner.accountId)
    const slot = await freeSlot(tx, plan, { ...owner, now })
    if (slot === undefined) throw allTaken()
    return slot
  }
}
