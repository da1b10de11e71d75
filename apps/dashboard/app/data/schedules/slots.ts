import type { ProfileSlots } from '@carillon/client'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api.ts'

/** A time of each week: a day and the time of clocks in the zone of the slots. */
export type Slot = ProfileSlots['slots'][number]
export type Weekday = Slot['weekday']

/** The slots of a profile; with an account, also the next one that is free for it. */
export const slotsQuery = (profileId: string, accountId?: string) =>
  queryOptions({
    queryKey: ['slots', profileId, accountId ?? null],
    queryFn: async ({ signal }) => {
      const query = accountId ? { accountId } : {}
      return (await api.get('/profiles/{profileId}/slots', { path: { profileId }, query, signal })).data
    },
  })

/** Replaces the slots of a profile. */
export async function putSlots(
  profileId: string,
  body: { timeZone: string; slots: readonly Slot[] },
): Promise<ProfileSlots> {
  const { timeZone, slots } = body
  const path = { profileId }
  return (await api.put('/profiles/{profileId}/slots', { path, body: { timeZone, slots: [...slots] } })).data
}
