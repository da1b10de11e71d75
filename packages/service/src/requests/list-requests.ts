import { type ApiRequestRow, listApiRequests, type PublishOfRequest, publishesOfRequests } from '@carillon/database'
import { profilesOf, type RequestRecord, timeIn } from '@carillon/domain'
import { cutPage, pageOf } from '../list-page.ts'
import type { UseCase } from '../request.ts'

const defaultLimit = 50

/** Returns the id of the publish that a request created or named; null if none exists. */
function publishOf(row: ApiRequestRow, publishes: readonly PublishOfRequest[]): string | null {
  const created = publishes.find(
    ({ requestId, profileId }) => requestId === row.requestId && profileId === row.profileId,
  )
  return created?.id ?? row.params['publishId'] ?? null
}

function viewRequest(row: ApiRequestRow, publishes: readonly PublishOfRequest[]): RequestRecord {
  return {
    id: row.id,
    at: row.at.toISOString(),
    method: row.method,
    path: row.path,
    params: row.params,
    operation: row.operation,
    status: row.status,
    code: row.code,
    problem: row.problem,
    key: { id: row.keyId, name: row.keyName },
    source: row.source,
    profileId: row.profileId,
    durationMs: row.durationMs,
    requestId: row.requestId,
    publishId: publishOf(row, publishes),
    ip: row.ip,
  }
}

const publishing: ReadonlySet<string | null> = new Set(['posts.publish'])

/**
 * Lists one page of the API requests that are kept (for `REQUESTS_KEPT_DAYS`), newest first, with the cursor of the
 * next page (null on the last page). A key that is bound to profiles sees only requests about them.
 * @throws ServiceError `invalid_request` if the cursor is not the `nextCursor` of a list
 */
export const listRequests: UseCase<'requests.list'> = async (context, { grant, input }) => {
  const { status, from, to, cursor, limit = defaultLimit, ...filters } = input.query
  const { organizationId } = grant.scope
  const page = { limit, ...(cursor !== undefined && { cursor }) }
  const { after } = pageOf(page)
  const rows = await listApiRequests(context.db, {
    organizationId,
    profileIds: profilesOf(grant.scope),
    ...filters,
    ...(status !== undefined && { statusClass: status }),
    ...(from !== undefined && { from: timeIn(from) }),
    ...(to !== undefined && { to: timeIn(to) }),
    ...(after && { beforeId: after.id }),
    limit: limit + 1,
  })
  const { rows: shown, more } = cutPage(rows, page, ({ at, id }) => ({ at, id }))
  const requestIds = shown.filter(({ operation }) => publishing.has(operation)).map(({ requestId }) => requestId)
  const publishes = await publishesOfRequests(context.db, { organizationId, requestIds })
  const requests = shown.map((row) => viewRequest(row, publishing.has(row.operation) ? publishes : []))
  return { status: 200, body: { requests, nextCursor: more.nextCursor ?? null } }
}
