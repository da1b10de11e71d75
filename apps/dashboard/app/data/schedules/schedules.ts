import type { Schedule, ScheduleList } from '@carillon/client'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api.ts'
import { pollingInterval } from '../polling.ts'

/**
 * A schedule with its entity tag (ETag), by which a change is rejected if the schedule has been changed since it was
 * read. `*` matches any version.
 */
export interface ReadSchedule {
  schedule: Schedule
  etag: string
}

/** Reads a schedule with its current version. Throws `ApiError`. */
async function readSchedule(scheduleId: string, signal?: AbortSignal): Promise<ReadSchedule> {
  const path = { scheduleId }
  const { data, headers } = await api.get('/schedules/{scheduleId}', { path, ...(signal && { signal }) })
  return { schedule: data, etag: headers.get('etag') ?? '*' }
}

export const scheduleQuery = (scheduleId: string) =>
  queryOptions({
    queryKey: ['schedules', 'one', scheduleId],
    queryFn: ({ signal }) => readSchedule(scheduleId, signal),
    refetchInterval: ({ state }) => pollingInterval(state.data?.schedule.status === 'taken'),
  })

/**
 * Which schedules of a profile: due at `from` or later and before `to` (both ISO 8601); `accountId` null for all
 * accounts.
 */
export interface ScheduleRange {
  profileId: string
  accountId: string | null
  from: string
  to: string
}

const pageSize = 200
/**
 * The maximum number of pages for a range; later schedules are not read, so that the dashboard does not read a million
 * of them.
 */
const maxPages = 10

/**
 * The schedules of a range, the first due first. `isCut` is true if the range has more than these, the first 2,000 at
 * most.
 */
export interface Schedules {
  schedules: readonly Schedule[]
  isCut: boolean
}

export interface ScheduleFilters {
  profileId?: string
  accountId?: string | null
  status?: Schedule['status'] | null
  from?: string
  to?: string
}

/**
 * Reads a page of up to 200 schedules, the first due first. Filters that are absent or null match all; `cursor` is the
 * `nextCursor` of the page before, null for the first page. Throws `ApiError`.
 */
export async function readSchedules(
  { profileId, accountId, status, from, to }: ScheduleFilters,
  cursor: string | null | undefined,
  signal?: AbortSignal,
): Promise<ScheduleList> {
  const query = {
    limit: pageSize,
    ...(profileId && { profileId }),
    ...(accountId && { accountId }),
    ...(status && { status }),
    ...(from && { from }),
    ...(to && { to }),
    ...(cursor && { cursor }),
  }
  return (await api.get('/schedules', { query, ...(signal && { signal }) })).data
}

async function readRange(range: ScheduleRange, signal: AbortSignal): Promise<Schedules> {
  const schedules: Schedule[] = []
  let cursor: string | null = null
  for (let page = 0; page < maxPages; page++) {
    const { schedules: read, nextCursor } = await readSchedules(range, cursor, signal)
    schedules.push(...read)
    cursor = nextCursor
    if (cursor === null) break
  }
  return { schedules, isCut: cursor !== null }
}

export const schedulesQuery = (range: ScheduleRange) =>
  queryOptions({
    queryKey: ['schedules', range.profileId, 'range', range],
    queryFn: ({ signal }) => readRange(range, signal),
    refetchInterval: ({ state }) =>
      pollingInterval(state.data?.schedules.some(({ status }) => status === 'taken') ?? false),
  })

/**
 * The schedules of a profile with the status `held`: they were due and were not published. At most 200, the first due
 * first; `accountId` null for all accounts.
 */
export const heldQuery = (profileId: string, accountId: string | null) =>
  queryOptions({
    queryKey: ['schedules', profileId, 'held', accountId],
    queryFn: async ({ signal }) =>
      (await readSchedules({ profileId, accountId, status: 'held' }, null, signal)).schedules,
    refetchInterval: pollingInterval(false),
  })

/** The schedule that became a publish; null if it was not scheduled. */
export const scheduleOfPublishQuery = (publishId: string) =>
  queryOptions({
    queryKey: ['schedules', 'of publish', publishId],
    queryFn: async ({ signal }) =>
      (await api.get('/schedules', { query: { publishId }, signal })).data.schedules[0] ?? null,
  })

/** Whether a schedule can still be changed. */
export const isOpen = ({ status }: Pick<Schedule, 'status'>): boolean => status === 'scheduled' || status === 'held'

type PublishAt = { local: string; timeZone: string } | string

/**
 * Gives a schedule another time: an ISO 8601 instant, or a local time in a time zone. Throws `ApiError` with status 412
 * if it has been changed since it was read.
 */
export async function patchTime({ schedule, etag }: ReadSchedule, publishAt: PublishAt): Promise<Schedule> {
  const path = { scheduleId: schedule.scheduleId }
  const headers = { 'If-Match': etag }
  return (await api.patch('/schedules/{scheduleId}', { path, body: { publishAt }, headers })).data
}

/**
 * Gives a schedule of a list another time. Lists have no entity tags: the schedule is read first, and an error is
 * thrown if it differs from `shown`.
 */
export async function moveSchedule(shown: Schedule, publishAt: PublishAt): Promise<Schedule> {
  const read = await readSchedule(shown.scheduleId)
  if (read.schedule.updatedAt !== shown.updatedAt) {
    throw new Error('Somebody else has changed this post since it was shown. It is now shown as it is.')
  }
  return patchTime(read, publishAt)
}

/**
 * Publishes a schedule now, without waiting for the outcome. Throws `ApiError` with status 412 if it has been changed
 * since it was read.
 */
export async function releaseSchedule({ schedule: { scheduleId }, etag }: ReadSchedule): Promise<Schedule> {
  const request = { path: { scheduleId }, headers: { 'If-Match': etag } }
  return (await api.post('/schedules/{scheduleId}/release', request)).data
}

/** Cancels a schedule. Throws `ApiError` with status 412 if it has been changed since it was read. */
export async function cancelSchedule({ schedule: { scheduleId }, etag }: ReadSchedule): Promise<Schedule> {
  const request = { path: { scheduleId }, headers: { 'If-Match': etag } }
  return (await api.delete('/schedules/{scheduleId}', request)).data
}

/** A schedule as it was when a dialog was opened. It is not read again on its own, only by `refetch`. */
export const openedScheduleQuery = (scheduleId: string) =>
  queryOptions({
    queryKey: ['opened schedule', scheduleId],
    queryFn: ({ signal }) => readSchedule(scheduleId, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
