import { randomBytes, randomUUIDv7 } from 'node:crypto'
import {
  type AccountRow,
  type BudgetTake,
  type ExternalWriteRow,
  enqueueExternalWrite,
  type MediaFileRow,
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
  /** The key of the request, of whose budgets the write takes; null for a write without one. */
  grant: Pick<Grant, 'keyId' | 'budgets'> | null
  /** By when the write has to be stored, by the clock of the database; otherwise it is not stored at all. */
  storeBefore?: Date | undefined
  /** Stored as JSON; the kind converts it to the port's input. */
  payload: Payload
  /** How many objects the write creates; 1 by default. */
  items?: number
}

/** Builds a row that has not been inserted yet, with its id and the keys chosen by its port. */
export async function newWrite<Payload extends object, Result>(
  context: Context,
  { kind, account, requestId, grant, storeBefore, payload, items = 1 }: WriteRequest<Payload, Result>,
): Promise<NewExternalWrite> {
  const port = await kind.port(context, account.platform)
  if (!port) throw new ServiceError('not_supported', 'The platform does not support this action.')
  const id = randomUUIDv7()
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
    requestId: requestId,
    payload: JSON.stringify(payload),
    state: JSON.stringify(state),
    createdAt: now,
    wakeAt: now,
    takes: takenBy(kind, grant),
    storeBefore,
    ...(traceparent !== null && { traceparent }),
  }
}

/** What a write takes from the budgets of its key. Keys above it have no budget that it does not have. */
function takenBy({ budget }: WriteKind, grant: WriteRequest<object, unknown>['grant']): BudgetTake | undefined {
  if (budget === undefined || grant?.budgets?.[budget] === undefined) return undefined
  return { keyId: grant.keyId, budget }
}

/** Stores a write together with its files and the job that carries it out, all or nothing. */
export function enqueueWrite(
  { db, kindOf }: Pick<Context, 'db' | 'kindOf'>,
  write: NewExternalWrite,
  files: readonly MediaFileRow[] = [],
): Promise<ExternalWriteRow> {
  const kind = kindOf(write.kind)
  const part = kind ? nextPart(kind, JSON.parse(write.payload)) : 'call'
  return enqueueExternalWrite(db, write, { job: jobOfWrite(write, { part }), files })
}
