import { setTimeout as pause } from 'node:timers/promises'
import type { Body, Client, Schedule } from '@carillon/client'
import { isLost } from '../requests/is-lost.ts'
import { OutcomeUnknownError } from '../requests/outcome-unknown.ts'
import { givenBodyOf } from '../untyped-requests.ts'
import { UsageError } from '../usage-error.ts'
import { bodyOf, type Publishing } from './publish-post.ts'
import type { RequestedPost } from './requested-post.ts'

/** When a post is due: an instant, or a local time in a zone. */
export type PublishAt = Extract<Body<'schedules.create'>, { publishAt: unknown }>['publishAt']

/** How long a schedule whose response was lost is looked up. */
const lookUpMs = 60_000
const pollMs = 2_000

const hasOffset = (time: string) => /(?:z|[+-]\d{2}:?\d{2})$/i.test(time)

/** The time of --at, with the zone of --time-zone if it is a local time. */
export function publishAtOf(at: string, timeZone: string | undefined): PublishAt {
  if (hasOffset(at) && timeZone === undefined) return at
  if (hasOffset(at)) throw new UsageError('--at has an offset, so that --time-zone is not needed.')
  if (timeZone !== undefined) return { local: at, timeZone }
  throw new UsageError('--at is a local time: add an offset, such as +01:00 or Z, or --time-zone Europe/Berlin.')
}

type Scheduling = Pick<Publishing, 'requestId' | 'isGiven' | 'signal' | 'say'>

/** The schedule that was created with a request id. */
async function scheduled(
  client: Client,
  accountId: string,
  { requestId, signal }: Scheduling,
): Promise<Schedule | null> {
  for await (const schedule of client.schedules.list({ accountId }, { signal })) {
    if (schedule.requestId === requestId) return schedule
  }
  return null
}

/** The schedule after a lost response. A time by which it is stored does not exist for schedules: it may come later. */
async function lookedUp(client: Client, accountId: string, scheduling: Scheduling, cause: unknown): Promise<Schedule> {
  const { requestId, signal } = scheduling
  const end = Date.now() + lookUpMs
  while (Date.now() < end && !signal.aborted) {
    const found = await scheduled(client, accountId, scheduling).catch(() => null)
    if (found) return found
    await pause(pollMs, undefined, { signal }).catch(() => {})
  }
  throw new OutcomeUnknownError(requestId, 'The response was lost.', { cause })
}

/**
 * Schedules a post. After a lost response it is looked up, and never sent again.
 * @throws OutcomeUnknownError if it was not found after a lost response
 */
export async function schedulePost(
  client: Client,
  { post, publishAt, accountId }: { post: RequestedPost; publishAt: PublishAt; accountId: string },
  scheduling: Scheduling,
): Promise<Schedule> {
  const { requestId, isGiven, signal } = scheduling
  const earlier = isGiven ? await scheduled(client, accountId, scheduling) : null
  if (earlier) return earlier
  const body = await bodyOf(client, post, scheduling)
  if (body instanceof FormData) body.append('schedule', JSON.stringify({ publishAt }))
  const whole = givenBodyOf('schedules.create', body instanceof FormData ? body : { publishAt, post: body })
  try {
    return await client.schedules.create(whole, { requestId, signal })
  } catch (error) {
    if (!isLost(error)) throw error
    return lookedUp(client, accountId, scheduling, error)
  }
}
