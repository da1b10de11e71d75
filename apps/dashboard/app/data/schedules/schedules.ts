import type { Schedule, ScheduleList } from '@carillon/client'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api.ts'
import { pollingInterval } from '../polling.ts'

/** A schedule with its entity tag: a change is only made to what was read. */
export interface ReadSchedule {
  schedule: Schedule
  etag: string
}

/** Reads a schedule as it is now. */
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

/** Which schedules of a profile: due from one time until before another. */
export interface ScheduleRange {
  profileId: string
  accountId: string | null
  from: string
  to: string
}

const pageSize = 200
/** A month that has more is shown up to there: a page of the dashboard does not read a million schedules. */
const maxPages = 10

/** The schedules of a range in the order in which they are due, and whether there are more than these. */
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

/** Reads a page of schedules in the order in which they are due. */
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

/** The schedules of a profile that were due and did not go out, the first due first. */
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

/** Gives a schedule another time, unless it has been changed since it was read. */
export async function patchTime({ schedule, etag }: ReadSchedule, publishAt: PublishAt): Promise<Schedule> {
  const path = { scheduleId: schedule.scheduleId }
  const headers = { 'If-Match': etag }
  return (await api.patch('/schedules/{scheduleId}', { path, body: { publishAt }, headers })).data
}

/** Gives a schedule of a list another time. A list has no entity tags: it is read first, and compared with what was shown. */
export async function moveSchedule(shown: Schedule, publishAt: PublishAt): Promise<Schedule> {
  const read = await readSchedule(shown.scheduleId)
  if (read.schedule.updatedAt !== shown.updatedAt) {
    throw new Error('Somebody else has changed this post since it was shown. It is now shown as it is.')
  }
  return patchTime(read, publishAt)
}

/** Publishes a schedule now, unless it has been changed since it was read. */
export async function releaseSchedule({ schedule: { scheduleId }, etag }: ReadSchedule): Promise<Schedule> {
  const request = { path: { scheduleId }, headers: { 'If-Match': etag } }
  return (await api.post('/schedules/{scheduleId}/release', request)).data
}

/** Cancels a schedule, unless it has been changed since it was read. */
export async function cancelSchedule({ schedule: { scheduleId }, etag }: ReadSchedule): Promise<Schedule> {
  const request = { path: { scheduleId }, headers: { 'If-Match': etag } }
  return (await api.delete('/schedules/{scheduleId}', request)).data
}

/** A schedule as it was when a dialog was opened: it is read again only if the dialog says so. */
export const openedScheduleQuery = (scheduleId: string) =>
  queryOptions({
    queryKey: ['opened schedule', scheduleId],
    queryFn: ({ signal }) => readSchedule(scheduleId, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
