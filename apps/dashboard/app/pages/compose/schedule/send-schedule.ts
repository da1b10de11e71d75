import type { Schedule } from '@carillon/client'
import { api } from '../../../data/api.ts'
import { unchecked } from '../../../data/unchecked.ts'
import type { Draft } from '../draft/draft.ts'
import { publishAtOf, type When } from '../draft/when.ts'
import { type OnceRequest, sendOnce } from '../send-once.ts'

/** The schedule that the request with this X-Request-Id created; null if none exists (yet). */
export async function findSchedule(requestId: string): Promise<Schedule | null> {
  const { data } = await api.get('/schedules', { query: { requestId } })
  return data.schedules[0] ?? null
}

/** The body of the request that schedules a post. A form, which is changed, gets the time in a part of its own. */
function bodyWith(post: Record<string, unknown> | FormData, fields: object): object {
  if (!(post instanceof FormData)) return { ...fields, post }
  post.set('schedule', JSON.stringify(fields))
  return post
}

/**
 * Schedules a post, or changes the schedule that the draft edits; returns the schedule. If the response to a new one is
 * lost, the schedule is looked up for about 3 minutes and nothing is sent again.
 * @throws ApiError if nothing was scheduled or changed; the error of `fetch` if the response to a change was lost, or
 *   the lookup found no schedule
 */
export async function sendSchedule(
  post: Record<string, unknown> | FormData,
  { when, onLate, edited }: Pick<Draft, 'onLate' | 'edited'> & { when: Exclude<When, { kind: 'now' }> },
  sending: OnceRequest,
): Promise<Schedule> {
  const { requestId } = sending
  const body = unchecked(bodyWith(post, { publishAt: publishAtOf(when), onLate }))
  if (edited !== null) {
    const headers = { 'X-Request-Id': requestId, 'If-Match': edited.etag }
    const path = { scheduleId: edited.scheduleId }
    return (await api.patch('/schedules/{scheduleId}', { path, body, headers })).data
  }
  return sendOnce(
    sending,
    async (options) => (await api.post('/schedules', { body, ...options })).data,
    () => findSchedule(requestId),
  )
}
