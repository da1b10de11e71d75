import type { Body, Client, Schedule } from '@carillon/client'
import type { Earlier } from '../requests/find-earlier.ts'
import { sendOnce } from '../requests/send-once.ts'
import { givenBodyOf } from '../untyped-requests.ts'
import { UsageError } from '../usage-error.ts'
import { bodyOf, type Publishing } from './publish-post.ts'
import type { RequestedPost } from './requested-post.ts'

/** When a post is due: an instant, a local time in a time zone or (not for `--at`) the account's next free slot. */
export type PublishAt = Extract<Body<'schedules.create'>, { publishAt: unknown }>['publishAt']

const localTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/i
const hasOffset = (time: string) => /(?:z|[+-]\d{2}:?\d{2})$/i.test(time)

/**
 * Returns `at`, the time in `--at`, as the API takes it: unchanged if it ends in an offset (`Z` or `+01:00`), otherwise
 * as a local time in `timeZone`, the IANA name in `--time-zone`. The service checks both. Undefined if both are
 * undefined.
 * @throws UsageError for a time with neither an offset nor a zone, a time with both, or a zone without a time
 */
export function publishAtOf(at: string | undefined, timeZone: string | undefined): PublishAt | undefined {
  if (at === undefined && timeZone === undefined) return undefined
  if (at === undefined) throw new UsageError('--time-zone needs --at, the time at which the post is published.')
  if (hasOffset(at) && timeZone === undefined) return at
  if (hasOffset(at)) throw new UsageError('--at has an offset, so that --time-zone is not needed.')
  if (timeZone !== undefined) return { local: at, timeZone }
  if (!localTime.test(at)) {
    throw new UsageError(
      '--at is not a time, such as 2026-12-24T18:00:00+01:00, or 2026-12-24T18:00 with --time-zone Europe/Berlin.',
    )
  }
  throw new UsageError('--at is a local time: add an offset, such as +01:00 or Z, or --time-zone Europe/Berlin.')
}

/**
 * Schedules a post exactly once under the request id in `scheduling`, even if an earlier run with the same id was
 * interrupted at any moment.
 * @throws ApiError if the service rejects it. If it is unknown whether the service stored the schedule:
 *   WriteUnknownError if the response was lost, OutcomeUnknownError after an interruption, or if the service cannot be
 *   reached to look up an earlier run
 */
export function schedulePost(
  client: Client,
  { post, publishAt }: { post: RequestedPost; publishAt: PublishAt },
  scheduling: Omit<Publishing, 'waitMs'>,
): Promise<Schedule> {
  const { requestId, isGiven, signal } = scheduling
  const sending = {
    ...scheduling,
    kind: 'schedule' as const,
    async send(sender: Client) {
      const body = await bodyOf(sender, post, scheduling)
      if (body instanceof FormData) body.append('schedule', JSON.stringify({ publishAt }))
      const whole = givenBodyOf('schedules.create', body instanceof FormData ? body : { publishAt, post: body })
      return sender.schedules.create(whole, { requestId, signal })
    },
    async resultOf(earlier: Earlier) {
      if (!('schedule' in earlier)) throw new TypeError('A schedule is looked up among schedules.')
      return earlier.schedule
    },
  }
  return sendOnce(client, sending, isGiven)
}
