import {
  type ExternalWriteRow,
  listAttempts,
  listExternalWritesByStatus,
  readExternalWrite,
  type WriteStatus,
} from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import { isId } from '../is-id.ts'
import { type Decision, decideWrite, manualDecision } from '../journal/decide-write.ts'
import { viewAttempt } from '../publishing/view/publish-view.ts'

function viewWrite(row: ExternalWriteRow) {
  return {
    writeId: row.id,
    kind: row.kind,
    platform: row.platform,
    organizationId: row.organizationId,
    profileId: row.profileId,
    accountId: row.accountId,
    requestId: row.requestId,
    status: row.status,
    providerIds: row.providerIds,
    error: row.error,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/**
 * Lists up to 200 external writes of all organizations with a status, newest first, with their attempts. If `kind` is
 * given, lists only writes of the kind with this name in the journal, such as `publish`; none for an unknown name.
 */
export async function listWrites(
  context: Context,
  { status, kind }: { status: WriteStatus; kind?: string | undefined },
) {
  const rows = await listExternalWritesByStatus(context.db, { status, kind, max: 200 })
  const writes = await Promise.all(
    rows.map(async (row) => ({
      ...viewWrite(row),
      attempts: (await listAttempts(context.db, row.id)).map(viewAttempt),
    })),
  )
  return { writes }
}

interface Resolution {
  writeId: string
  /** The network's id of the object that was found there; absent if nothing was found. */
  providerId?: string | undefined
}

const whereToLook = 'List unknown writes with: write list --status unknown'

function decisionFor({ kindOf }: Context, row: ExternalWriteRow, providerId: string | undefined): Decision {
  const kind = kindOf(row.kind)
  if (!kind) throw new ServiceError('invalid_request', `This version does not support writes of the kind ${row.kind}.`)
  return manualDecision(kind, row, { providerId, finder: 'An operator' })
}

/**
 * Records the outcome of a write with the status `unknown`, as an operator has found it at the network. With
 * `providerId`, the write succeeds, and this id is added to its known object ids; without it, the write fails with
 * `provider_error`. Returns the changed write.
 * @throws ServiceError `invalid_request` if the write does not exist, is not unknown, was decided by another process
 *   meanwhile, or is of a kind that this version does not support
 */
export async function resolveWrite(context: Context, { writeId, providerId }: Resolution) {
  const row = isId(writeId) ? await readExternalWrite(context.db, writeId) : undefined
  if (!row) throw new ServiceError('invalid_request', `There is no write ${writeId}. ${whereToLook}`)
  if (row.status !== 'unknown') {
    const message = `Write ${writeId} is ${row.status}; only an unknown write can be resolved. ${whereToLook}`
    throw new ServiceError('invalid_request', message)
  }
  const decided = await decideWrite(context, writeId, decisionFor(context, row, providerId))
  if (decided) return viewWrite(decided)
  throw new ServiceError(
    'invalid_request',
    `Write ${writeId} was changed in the meantime; check it again. ${whereToLook}`,
  )
}
