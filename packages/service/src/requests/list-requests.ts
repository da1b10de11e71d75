import { type ApiRequestRow, existingPublishes, listApiRequests } from '@carillon/database'
import { profilesOf, type RequestRecord, timeIn } from '@carillon/domain'
import { cutPage, pageOf } from '../list-page.ts'
import type { UseCase } from '../request.ts'

const defaultLimit = 50

function viewRequest(row: ApiRequestRow, publishes: ReadonlySet<string>): RequestRecord {
  const created = row.publishId !== null && publishes.has(row.publishId) ? row.publishId : null
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
    publishId: created ?? row.params['publishId'] ?? null,
    ip: row.ip,
  }
}

/**
 * Lists one page of the stored API requests (50 without a `limit`), newest first, with the cursor of the next page
 * (null on the last page). An organization's newest `REQUESTS_PER_ORGANIZATION` requests are stored for
 * `REQUESTS_KEPT_DAYS`. A key that is bound to profiles sees only requests about these profiles.
 * @throws ServiceError `invalid_request` if the cursor does not have the form of a `nextCursor`
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
  const ids = shown.flatMap(({ publishId }) => publishId ?? [])
  const publishes = await existingPublishes(context.db, { organizationId, ids })
  const requests = shown.map((row) => viewRequest(row, publishes))
  return { status: 200, body: { requests, nextCursor: more.nextCursor ?? null } }
}
