import {
  type ApiRequestRow,
  type Db,
  listApiRequests,
  publishesOfRequests,
  requestsThatPublish,
} from '@carillon/database'
import { profilesOf, type RequestRecord, timeIn } from '@carillon/domain'
import { cutPage, pageOf } from '../list-page.ts'
import type { UseCase } from '../request.ts'
import { assignPublishes, servedIn } from './created-publishes.ts'

const defaultLimit = 50

/**
 * Milliseconds before a request from which the requests and publishes with its `X-Request-Id` are read as well. No
 * request is served for longer: its body has to arrive within half an hour.
 */
const readBeforeMs = 3_600_000

/**
 * Reads the publishes that requests of an organization have created, keyed by the ids of the requests. Each publish
 * belongs to one request, also if several with the same `X-Request-Id` were served at the same time, and to the same
 * one whichever of them are listed.
 */
async function createdPublishes(
  db: Db,
  organizationId: string,
  rows: readonly ApiRequestRow[],
): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map()
  const served = rows.map(servedIn)
  const created = {
    organizationId,
    requestIds: rows.map(({ requestId }) => requestId),
    from: new Date(Math.min(...served.map(({ from }) => from)) - readBeforeMs),
    to: new Date(Math.max(...served.map(({ to }) => to))),
  }
  const publishes = await publishesOfRequests(db, created)
  return publishes.length === 0 ? new Map() : assignPublishes(await requestsThatPublish(db, created), publishes)
}

function viewRequest(row: ApiRequestRow, created: string | undefined): RequestRecord {
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
  const publishing = shown.filter(({ operation }) => operation === 'posts.publish')
  const created = await createdPublishes(context.db, organizationId, publishing)
  const requests = shown.map((row) => viewRequest(row, created.get(row.id)))
  return { status: 200, body: { requests, nextCursor: more.nextCursor ?? null } }
}
