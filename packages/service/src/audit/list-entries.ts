import { readAuditLog } from '@carillon/database'
import { profilesOf, timeIn } from '@carillon/domain'
import { inListTurn } from '../bounded-page.ts'
import { cutPage, pageOf } from '../list-page.ts'
import type { UseCase } from '../request.ts'
import { auditCsv } from './audit-csv.ts'
import { viewAuditEntry } from './entry-view.ts'

const defaultLimit = 50

/**
 * Lists one page of the audit log (50 entries without a `limit`), newest first, as JSON or CSV. With CSV, the header
 * `Next-Cursor` has the cursor of the next page; it is absent on the last page. A key that is bound to profiles sees
 * only their entries. With a filter that few entries match, all are read, so that only a few such reads of an
 * organization run at the same time.
 * @throws ServiceError `invalid_request` if the cursor does not have the form of a `nextCursor`,
 *   `temporarily_unavailable` if too many lists of the organization are being read
 */
export const listAuditLog: UseCase<'auditLog.list'> = async (context, { grant, input, signal }) => {
  const { action, actorId, targetId, from, to, format, cursor, limit = defaultLimit } = input.query
  const page = { limit, ...(cursor !== undefined && { cursor }) }
  const { after } = pageOf(page)
  const read = {
    organizationId: grant.scope.organizationId,
    profileIds: profilesOf(grant.scope),
    ...(action !== undefined && { action }),
    ...(actorId !== undefined && { actorId }),
    ...(targetId !== undefined && { targetId }),
    ...(from !== undefined && { from: timeIn(from) }),
    ...(to !== undefined && { to: timeIn(to) }),
    ...(after && { beforeId: after.id }),
    limit: limit + 1,
  }
  const rows = await inListTurn(context, { grant, signal }, () => readAuditLog(context.db, read))
  const { rows: shown, more } = cutPage(rows, page, ({ at, id }) => ({ at, id }))
  const entries = shown.map(viewAuditEntry)
  const nextCursor = more.nextCursor ?? null
  if (format !== 'csv') return { status: 200, body: { entries, nextCursor } }
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    ...(nextCursor !== null && { 'Next-Cursor': nextCursor }),
  }
  return { status: 200, text: auditCsv(entries), headers }
}
