import {
  countEndingAccess,
  countOpenWrites,
  type EndingAccess,
  lockUntilEnd,
  type OpenWrites,
  readEventGauges,
  readQueueGauges,
  transaction,
} from '@carillon/database'
import { endingLogins } from '@carillon/domain'
import type { Context } from '../context.ts'
import { writeKindNames } from '../write-kinds.ts'

const openStatuses = ['accepted', 'processing', 'unknown'] as const

/** Days before the loss of access at which operators are informed of accounts that users have to reconnect. */
export const endingWithinDays = 14

/** Counts, for every network, the connected accounts that will lose access soon and that only their users can renew. */
export async function readEndingAccess({ db, now }: Pick<Context, 'db' | 'now'>): Promise<EndingAccess[]> {
  const logins = endingLogins()
  const before = new Date(now().getTime() + endingWithinDays * 24 * 3600_000)
  const counted = await countEndingAccess(db, { logins, before })
  const networks = [...new Set(logins.map(({ platform }) => platform))]
  return networks.map((platform) => ({
    platform,
    count: counted.find((ending) => ending.platform === platform)?.count ?? 0,
  }))
}

/**
 * Reads the pending work of the whole installation for monitoring. Processes that read it at the same time wait for each
 * other, so that the database counts once at a time.
 */
export async function readGauges({ db, now }: Pick<Context, 'db' | 'now'>) {
  const { queue, events, counted, ending } = await transaction(db, async (tx) => {
    await lockUntilEnd(tx, 'sweep', 'gauges')
    return {
      queue: await readQueueGauges(tx),
      events: await readEventGauges(tx),
      counted: await countOpenWrites(tx, writeKindNames),
      ending: await readEndingAccess({ db: tx, now }),
    }
  })
  const countOf = (kind: string, status: string) =>
    counted.find((open) => open.kind === kind && open.status === status)?.count ?? 0
  const writes = writeKindNames.flatMap((kind) =>
    openStatuses.map((status): OpenWrites => ({ kind, status, count: countOf(kind, status) })),
  )
  return { queue, events, writes, ending }
}
