import { sql } from 'kysely'

/**
 * SQL condition: whether a job belongs to an external write that has ended; false for other jobs. For queries in which
 * the job's column `payload` is in scope.
 */
export const writeHasEnded = sql<boolean>`(payload->>'writeId' is not null and not exists (
  select from external_write where id::text = payload->>'writeId' and wake_at is not null))`
