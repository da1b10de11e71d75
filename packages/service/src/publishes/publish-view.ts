import type { PublicationAttemptRow, PublicationRow } from '@carillon/database'
import type { Attempt, Publish } from '@carillon/domain'

/** What is shown of a publication. */
export type ShownPublication = Pick<
  PublicationRow,
  | 'id'
  | 'platform'
  | 'account_id'
  | 'profile_id'
  | 'status'
  | 'post_ids'
  | 'permalink'
  | 'error'
  | 'created_at'
  | 'updated_at'
>

export function viewPublish(row: ShownPublication): Publish {
  const { error } = row
  return {
    publishId: row.id,
    platform: row.platform,
    accountId: row.account_id,
    profileId: row.profile_id,
    status: row.status,
    postIds: row.post_ids,
    permalink: row.permalink,
    error: error && {
      code: error.code,
      message: error.message,
      ...(error.details !== undefined && { details: error.details }),
    },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

export function viewAttempt(row: PublicationAttemptRow): Attempt {
  return {
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    step: row.step,
    outcome: row.outcome,
    errorCode: row.error_code,
  }
}
