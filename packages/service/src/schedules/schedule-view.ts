import type { ScheduleRow } from '@carillon/database'
import type { PublishTime, Schedule, ScheduleTime } from '@carillon/domain'
import type { Context } from '../context.ts'
import { isStoredSource } from '../publishing/body/stored-post.ts'
import { thumbnailUrl } from '../publishing/media/thumbnail.ts'

type Viewing = Pick<Context, 'config' | 'encryption' | 'now'>

/** The statuses of schedules whose media files are deleted. */
const withoutFiles: ReadonlySet<string> = new Set(['published', 'failed', 'unknown', 'cancelled'])

/**
 * Returns the properties of a media file, and its thumbnail URL: null for a video or if the file was deleted. Empty for
 * a file that the schedule does not list.
 */
function factsOf(context: Viewing, { media, status }: ScheduleRow, mediaId: string) {
  const facts = media[mediaId]
  if (facts === undefined) return {}
  const isShown = facts.contentType.startsWith('image/') && !withoutFiles.has(status)
  return { ...facts, thumbnailUrl: isShown ? thumbnailUrl(context, mediaId) : null }
}

/** Returns a part of a stored post in which media items have properties instead of files. */
function viewPart(context: Viewing, row: ScheduleRow, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((part) => viewPart(context, row, part))
  if (typeof value !== 'object' || value === null) return value
  if ('source' in value && isStoredSource(value.source)) {
    const { source, ...rest } = value
    return { ...rest, ...('mediaId' in source ? factsOf(context, row, source.mediaId) : {}) }
  }
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, viewPart(context, row, part)]))
}

/**
 * Converts the time of a schedule to the form of the API. `local` and `timeZone` are the requested local time, null for
 * a time with an offset; `note` says how `instant` differs from the request, null if it does not.
 */
export function viewTime({ instant, local, timeZone, note }: PublishTime): ScheduleTime {
  return { instant: instant.toISOString(), local, timeZone, note }
}

/** Converts a row of `schedule` to the API's schedule. Media items have their properties instead of their files. */
export function viewSchedule(context: Viewing, row: ScheduleRow): Schedule {
  const { accountId, platform } = row
  return {
    scheduleId: row.id,
    status: row.status,
    publishAt: viewTime({ instant: row.dueAt, local: row.localTime, timeZone: row.timeZone, note: row.note }),
    onLate: { afterMinutes: row.lateMinutes, then: row.lateThen },
    profileId: row.profileId,
    accountId,
    platform,
    post: { ...Object(viewPart(context, row, row.payload)), platform, accountId },
    publishId: row.writeId,
    requestId: row.requestId,
    problem: row.problem,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Returns the entity tag of a schedule, which differs after every change. */
export const tagOf = ({ version }: Pick<ScheduleRow, 'version'>): string => `"${version}"`

/** Builds a response with a schedule and its entity tag. */
export function scheduleOutput<Status extends number>(context: Context, status: Status, row: ScheduleRow) {
  return { status, body: viewSchedule(context, row), headers: { ETag: tagOf(row) } }
}
