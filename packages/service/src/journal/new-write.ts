import { randomBytes, randomUUIDv7 } from 'node:crypto'
import {
  type AccountRow,
  type ExternalWriteRow,
  insertExternalWrite,
  type NewExternalWrite,
  type Tx,
} from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import { kindOf, type PayloadOf, type WriteKindName, writeKinds } from './kinds.ts'
import { nextPart, queueWrite } from './transition.ts'
import type { WriteKind } from './write-kind.ts'

export interface WriteRequest<K extends WriteKindName> {
  kind: K
  account: AccountRow
  requestId: string
  /** Stored as JSON; the kind makes the port's input of it. */
  payload: PayloadOf<K>
  /** How many things the write makes; 1 by default. */
  items?: number
}

/** A row that has not been inserted: its id, and the keys that its port chose. */
export async function newWrite<K extends WriteKindName>(
  context: Context,
  { kind, account, requestId, payload, items = 1 }: WriteRequest<K>,
): Promise<NewExternalWrite> {
  const row: WriteKind = writeKinds[kind]
  const port = await row.port(context, account.platform)
  if (!port) throw new ServiceError('not_supported', 'The network has no such action.')
  const id = randomUUIDv7()
  const now = context.now()
  const state = port.begin({ writeId: id, items, now, random: (bytes) => randomBytes(bytes) })
  return {
    id,
    kind,
    organization_id: account.organization_id,
    profile_id: account.profile_id,
    account_id: account.id,
    platform: account.platform,
    request_id: requestId,
    payload: JSON.stringify(payload),
    state: JSON.stringify(state),
    created_at: now,
    wake_at: now,
  }
}

/** Stores a write with the job that carries it out, in the transaction of everything that belongs to it. */
export async function enqueueWrite(tx: Tx, write: NewExternalWrite): Promise<ExternalWriteRow> {
  const row = await insertExternalWrite(tx, write)
  const kind = kindOf(row.kind)
  await queueWrite(tx, row, { part: kind ? nextPart(kind, row.payload) : 'call' })
  return row
}
