import { sql } from 'kysely'

/** Whether a job is about an external write that has nothing left to do; false for a job about anything else. */
export const writeHasEnded = sql<boolean>`(payload->>'writeId' is not null and not exists (
  select from external_write where id::text = payload->>'writeId' and wake_at is not null))`
