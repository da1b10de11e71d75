import type { Kysely } from 'kysely'
import type { Step } from '../migrating/migration.ts'

/**
 * Does nothing in the transaction. The steps after it (`after`) build indexes of `schedule` for lists by status,
 * request and platform, while schedules can be stored and published.
 */
export async function up(_db: Kysely<unknown>): Promise<void> {}

export const after: readonly Step[] = [
  // Lists by status do not step over the schedules that have ended.
  { kind: 'index', name: 'schedule_organization_status', on: 'schedule (organization_id, status, due_at, id)' },
  { kind: 'index', name: 'schedule_profile_status', on: 'schedule (profile_id, status, due_at, id)' },
  { kind: 'index', name: 'schedule_account_status', on: 'schedule (account_id, status, due_at, id)' },
  { kind: 'index', name: 'schedule_request', on: 'schedule (organization_id, request_id)' },
  // The posts of a platform that are still due, for quotas that all accounts share.
  { kind: 'index', name: 'schedule_platform_due', on: "schedule (platform, due_at, id) where status = 'scheduled'" },
]
