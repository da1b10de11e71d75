import { type ApiRequestRow, type PublishOfRequest, timeOfId } from '@carillon/database'

type Served = Pick<ApiRequestRow, 'id' | 'durationMs' | 'requestId' | 'profileId'>

/** Milliseconds by which the duration of a request is too short at most, as it is rounded. */
const roundedMs = 1

/** Returns when a request was served, in ms since the epoch. */
export const servedIn = ({ id, durationMs }: Pick<Served, 'id' | 'durationMs'>) => ({
  from: timeOfId(id),
  to: timeOfId(id) + durationMs + roundedMs,
})

/** Returns whether a publish was created while a request was served: their ids contain their times. */
function isCreatedBy(row: Served, { id, requestId, profileId }: PublishOfRequest): boolean {
  const [{ from, to }, at] = [servedIn(row), timeOfId(id)]
  return at >= from && at <= to && requestId === row.requestId && profileId === row.profileId
}

/**
 * Assigns each publish to a request that was served when it was created, and no two to the same request: to the one
 * that ended first of those that are left, as the others may also have created a later one.
 * @param publishes the publishes, oldest first
 * @returns the ids of the publishes, keyed by the ids of their requests
 */
export function assignPublishes(
  requests: readonly Served[],
  publishes: readonly PublishOfRequest[],
): Map<string, string> {
  const left = new Set(requests.toSorted((one, other) => servedIn(one).to - servedIn(other).to))
  const created = new Map<string, string>()
  for (const publish of publishes) {
    const row = [...left].find((each) => isCreatedBy(each, publish))
    if (row === undefined) continue
    left.delete(row)
    created.set(row.id, publish.id)
  }
  return created
}
