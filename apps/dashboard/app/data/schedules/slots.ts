import type { ProfileSlots } from '@carillon/client'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api.ts'

/** A weekly time for publishing: a weekday and a local time (HH:MM) in the time zone of the profile's slots. */
export type Slot = ProfileSlots['slots'][number]
export type Weekday = Slot['weekday']

/**
 * The slots of a profile, Monday first. With an account, `nextSlot` is the next one at which that account has no
 * schedule.
 */
export const slotsQuery = (profileId: string, accountId?: string) =>
  queryOptions({
    queryKey: ['slots', profileId, accountId ?? null],
    queryFn: async ({ signal }) => {
      const query = accountId ? { accountId } : {}
      return (await api.get('/profiles/{profileId}/slots', { path: { profileId }, query, signal })).data
    },
  })

/** Replaces all slots of a profile and their time zone; schedules that exist keep their time. Throws `ApiError`. */
export async function putSlots(
  profileId: string,
  body: { timeZone: string; slots: readonly Slot[] },
): Promise<ProfileSlots> {
  const { timeZone, slots } = body
  const path = { profileId }
  return (await api.put('/profiles/{profileId}/slots', { path, body: { timeZone, slots: [...slots] } })).data
}
