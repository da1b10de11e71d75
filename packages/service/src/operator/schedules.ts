import { listSchedulesByStatus } from '@carillon/database'
import { scheduleStatuses } from '@carillon/domain'
import { fieldError } from '@carillon/errors'
import type { Context } from '../context.ts'
import { requireOrganization } from './organizations.ts'

const maxListed = 1_000

/**
 * Lists up to 1,000 schedules with a status, newest first: of all organizations, or only of `organizationId`. The
 * default status is `held`: those that wait for a decision, such as after a restore.
 * @throws ServiceError `invalid_request` for an unknown status, or if the organization does not exist
 */
export async function listSchedules(
  context: Context,
  { status = 'held', organizationId }: { status?: string | undefined; organizationId?: string | undefined },
) {
  const known = scheduleStatuses.find((each) => each === status)
  if (known === undefined) {
    throw fieldError({ path: ['status'], message: `one of ${scheduleStatuses.join(', ')} is expected` })
  }
  if (organizationId !== undefined) await requireOrganization(context, organizationId)
  const rows = await listSchedulesByStatus(context.db, { status: known, organizationId, max: maxListed })
  return rows.map(({ id, writeId, dueAt, organizationId, profileId, accountId, platform, problem, createdAt }) => ({
    ...{ scheduleId: id, organizationId, profileId, accountId, platform, status: known, problem },
    ...{ publishId: writeId, dueAt: dueAt.toISOString(), createdAt: createdAt.toISOString() },
  }))
}
