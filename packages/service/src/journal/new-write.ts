import { randomBytes } from 'node:crypto'
import {
  type AccountRow,
  type BudgetTake,
  type ExternalWriteRow,
  enqueueExternalWrite,
  type MediaFileRow,
  type MediaSpace,
  type NewExternalWrite,
} from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import { currentTraceparent } from '@carillon/log'
import type { Context } from '../context.ts'
import type { Grant } from '../request.ts'
import { jobOfWrite, nextPart } from './transition.ts'
import type { WriteKind } from './write-kind.ts'

export interface WriteRequest<Payload extends object, Result> {
  kind: WriteKind<Payload, unknown, Result>
  account: AccountRow
  requestId: string
  /** The API key of the request, whose budgets the write consumes; null for a write without a key. */
  grant: Pick<Grant, 'keyId' | 'budgets'> | null
  /** The time by which the write has to be stored, on the clock of the database; after it, the write is not stored. */
  storeBefore?: Date | undefined
  /** The payload of the write, stored as JSON; its kind converts it to the input of the port. */
  payload: Payload
  /** The number of objects that the write creates, such as the posts of a thread; 1 by default. */
  items?: number
}

/**
 * Builds the row of a new write with its id and initial state. Does not store it.
 * @throws ServiceError `not_supported` if the platform does not support the action
 */
export async function newWrite<Payload extends object, Result>(
  context: Context,
  { kind, account, requestId, grant, storeBefore, payload, items = 1 }: WriteRequest<Payload, Result>,
): Promise<NewExternalWrite> {
  const port = await kind.port(context, account.platform)
  if (!port) throw new ServiceError('not_supported', 'The platform does not support this action.')
  const id = context.newId()
  const now = context.now()
  const traceparent = currentTraceparent()
  const state = port.begin({ writeId: id, items, now, random: (bytes) => randomBytes(bytes) })
  return {
    id,
    kind: kind.name,
    organizationId: account.organizationId,
    profileId: account.profileId,
    accountId: account.id,
    platform: account.platform,
    requestId,
    payload: JSON.stringify(payload),
    state: JSON.stringify(state),
    createdAt: now,
    wakeAt: now,
    takes: takenBy(kind, grant),
    storeBefore,
    ...(traceparent !== null && { traceparent }),
  }
}

/**
 * Returns the budget that a write consumes; undefined if its kind has no budget, or its API key does not have that
 * budget. The keys by which this key was created then do not have it either.
 */
export function takenBy({ budget }: WriteKind, grant: WriteRequest<object, unknown>['grant']): BudgetTake | undefined {
  if (budget === undefined || grant?.budgets?.[budget] === undefined) return undefined
  return { keyId: grant.keyId, budget }
}

/** The media of a new write: the rows of its files, and the space in which all of its media have to fit. */
export interface NewMedia {
  files?: readonly MediaFileRow[]
  /** Absent for a write without media. */
  space?: MediaSpace | undefined
}

/**
 * Stores a new write with its media files and the job that carries it out, in one statement. If the write's
 * organization or platform has too many jobs in the queue, the job is queued later.
 * @throws ServiceError `deadline_passed` after `storeBefore`, the error of the space if the media do not fit, or an
 *   error that `budgetRejection` converts for the client
 */
export function enqueueWrite(
  { db, kindOf }: Pick<Context, 'db' | 'kindOf'>,
  write: NewExternalWrite,
  media: NewMedia = {},
): Promise<ExternalWriteRow> {
  const part = nextPart(kindOf(write.kind), JSON.parse(write.payload))
  return enqueueExternalWrite(db, write, { job: jobOfWrite(write, { part }), ...media })
}
