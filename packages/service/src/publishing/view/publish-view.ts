import type { ExternalWriteAttemptRow, ExternalWriteRow, WriteError, WriteStatus } from '@carillon/database'
import type { Attempt, Publish, PublishStatus } from '@carillon/domain'
import { knownCode } from '@carillon/errors'
import type { Published } from '@carillon/providers'
import type { Context } from '../../context.ts'
import { dueAt } from '../../journal/transition.ts'
import { publishPlatform } from '../body/publish-platform.ts'
import { textsOf } from '../body/publish-texts.ts'
import { mediaOf } from './publish-media.ts'

/** The publish status of the API, keyed by the status of the external write. */
export const publishStatuses = {
  processing: 'processing',
  accepted: 'accepted',
  succeeded: 'published',
  failed: 'failed',
  unknown: 'unknown',
} as const satisfies Record<WriteStatus, PublishStatus>

/** Returns the status of an external write for a publish status of the API. */
export function writeStatusOf(status: PublishStatus): WriteStatus {
  return status === 'published' ? 'succeeded' : status
}

/** Returns the stored result; null unless the write has succeeded. Only publishes can have a warning. */
const publishedOf = ({ result }: ExternalWriteRow) => result as Published | null

/**
 * Returns the reason why a write has failed, is unknown or is being undone. For a publish that has succeeded, returns
 * the warning about what differs from the request. Null if neither is stored.
 */
export function viewWriteError(row: ExternalWriteRow): Publish['error'] {
  const shown: Omit<WriteError, 'status'> | null = row.error ?? publishedOf(row)?.warning ?? null
  return (
    shown && {
      code: knownCode(shown.code),
      message: shown.message,
      ...(shown.details !== undefined && { details: shown.details }),
    }
  )
}

/** Converts a row of `external_write` to the API's publish. */
export function viewPublish(context: Context, row: ExternalWriteRow): Publish {
  const { status } = row
  return {
    publishId: row.id,
    platform: publishPlatform(row),
    accountId: row.accountId,
    profileId: row.profileId,
    requestId: row.requestId,
    status: publishStatuses[status],
    postIds: row.providerIds,
    permalink: publishedOf(row)?.permalink ?? null,
    error: viewWriteError(row),
    ...textsOf(row),
    media: mediaOf(context, row),
    durationMs: row.wakeAt === null ? row.updatedAt.getTime() - dueAt(row).getTime() : null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Converts a row of `external_write_attempt` to the API's attempt. */
export function viewAttempt(row: ExternalWriteAttemptRow): Attempt {
  return {
    startedAt: row.startedAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    step: row.step,
    outcome: row.outcome,
    errorCode: row.errorCode === null ? null : knownCode(row.errorCode),
  }
}
