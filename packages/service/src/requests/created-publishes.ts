import { type ApiRequestRow, type PublishOfRequest, timeOfId } from '@carillon/database'
import type { ErrorCode } from '@carillon/errors'

type Served = Pick<ApiRequestRow, 'id' | 'durationMs' | 'requestId' | 'profileId' | 'code'>

/** Milliseconds by which the duration of a request is too short at most, as it is rounded. */
const roundedMs = 1

/** The codes of errors that are only reported before a publish is stored. */
const storedNothing: ReadonlySet<string | null> = new Set<ErrorCode>([
  ...(['invalid_request', 'unsupported_media_type', 'unsupported_platform', 'unsupported_feature'] as const),
  ...(['unauthorized', 'insufficient_scope', 'budget_exhausted', 'deadline_passed', 'profile_required'] as const),
])

/** Returns when a request was served, in ms since the epoch. */
export const servedIn = ({ id, durationMs }: Pick<Served, 'id' | 'durationMs'>) => ({
  from: timeOfId(id),
  to: timeOfId(id) + durationMs + roundedMs,
})

/** Returns the request that ended first; undefined if there is none. */
const endedFirst = (requests: readonly Served[]): Served | undefined =>
  requests.toSorted((one, other) => servedIn(one).to - servedIn(other).to)[0]

/**
 * Assigns each publish to a request that was served when it was created, and no two to the same request: to the one
 * that ended first of those that are left, as the others may also have created a later one. Requests that were rejected
 * before they could create a publish are left out. A request has the same publish whatever other requests are given if
 * all that were served at the same time as it, and before them without a pause, are among them.
 * @param publishes the publishes, oldest first
 * @returns the ids of the publishes, keyed by the ids of their requests
 */
export function assignPublishes(
  requests: readonly Served[],
  publishes: readonly PublishOfRequest[],
): Map<string, string> {
  const able = requests.filter(({ code }) => !storedNothing.has(code))
  const arriving = able.toSorted((one, other) => timeOfId(one.id) - timeOfId(other.id)).values()
  let next = arriving.next()
  let open: Served[] = []
  const created = new Map<string, string>()
  for (const { id, requestId, profileId } of publishes) {
    const at = timeOfId(id)
    for (; !next.done && timeOfId(next.value.id) <= at; next = arriving.next()) open.push(next.value)
    open = open.filter((each) => servedIn(each).to >= at)
    const row = endedFirst(open.filter((each) => each.requestId === requestId && each.profileId === profileId))
    if (row === undefined) continue
    open = open.filter((each) => each !== row)
    created.set(row.id, id)
  }
  return created
}
