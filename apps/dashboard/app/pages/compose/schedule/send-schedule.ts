import { isApiError, type Schedule } from '@carillon/client'
import { api } from '../../../data/api.ts'
import { readSchedules } from '../../../data/schedules/schedules.ts'
import { unchecked } from '../../../data/unchecked.ts'
import type { Draft, Sending } from '../draft/draft.ts'
import { publishAtOf, type When } from '../draft/when.ts'

/** Within this time in milliseconds, a request that was sent has usually arrived. */
const arrivedWithinMs = 60_000
const lookupMs = 3_000
/** How many pages of an account's schedules are looked through for one. */
const maxPages = 10

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

type Scheduling = Pick<Sending, 'requestId' | 'accountId' | 'at'>

/** The schedule of a request; null if there is none by now. */
async function findSchedule({ requestId, accountId, at }: Scheduling): Promise<Schedule | null> {
  let cursor: string | null = null
  for (let page = 0; page < maxPages; page++) {
    const { schedules, nextCursor } = await readSchedules({ accountId, from: new Date(at).toISOString() }, cursor)
    const found = schedules.find((one) => one.requestId === requestId)
    if (found) return found
    if (nextCursor === null) return null
    cursor = nextCursor
  }
  return null
}

/** What became of a request whose response was lost: its schedule, or null if it has none a minute later. */
export async function findScheduled(scheduling: Scheduling): Promise<Schedule | null> {
  for (;;) {
    const isOver = Date.now() > scheduling.at + arrivedWithinMs
    try {
      const schedule = await findSchedule(scheduling)
      if (schedule !== null || isOver) return schedule
    } catch (error) {
      if (isApiError(error) && error.status < 500 && error.status !== 429) throw error
    }
    await pause(lookupMs)
  }
}

/** The body of a schedule: a form has the fields of its post, and the time in a part of its own. */
function bodyWith(post: Record<string, unknown> | FormData, fields: object): object {
  if (!(post instanceof FormData)) return { ...fields, post }
  post.set('schedule', JSON.stringify(fields))
  return post
}

/**
 * Schedules a post, or changes the schedule that the draft is about. If the response to a new one is lost, the schedule is
 * looked up and nothing is sent again.
 * @throws ApiError if nothing was scheduled
 */
export async function sendSchedule(
  post: Record<string, unknown> | FormData,
  { when, onLate, edited }: Pick<Draft, 'onLate' | 'edited'> & { when: Exclude<When, { kind: 'now' }> },
  scheduling: Scheduling,
): Promise<Schedule> {
  const body = unchecked(bodyWith(post, { publishAt: publishAtOf(when), onLate }))
  const named = { 'X-Request-Id': scheduling.requestId }
  if (edited !== null) {
    const headers = { ...named, 'If-Match': edited.etag }
    const path = { scheduleId: edited.scheduleId }
    return (await api.patch('/schedules/{scheduleId}', { path, body, headers })).data
  }
  try {
    return (await api.post('/schedules', { body, headers: named })).data
  } catch (error) {
    if (isApiError(error) && error.status < 500) throw error
    const schedule = await findScheduled(scheduling)
    if (schedule === null) throw error
    return schedule
  }
}
