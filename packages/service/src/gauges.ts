import {
  countEndingAccess,
  countOpenWrites,
  type EndingAccess,
  type OpenWrites,
  readQueueGauges,
} from '@carillon/database'
import { endingLogins } from '@carillon/domain'
import type { Context } from './context.ts'
import { writeKindNames } from './journal/kinds.ts'

const openStatuses = ['accepted', 'processing', 'unknown'] as const

/** How many days ahead operators are told of accounts that their users have to reconnect. */
export const endingWithinDays = 14

/** Connected accounts whose access ends soon and that only their users can renew, by network; 0 included. */
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

/** What the whole installation has to do at present, for whoever monitors it. */
export async function readGauges(context: Context) {
  const { db } = context
  const [queue, counted, ending] = await Promise.all([
    readQueueGauges(db),
    countOpenWrites(db),
    readEndingAccess(context),
  ])
  const countOf = (kind: string, status: string) =>
    counted.find((open) => open.kind === kind && open.status === status)?.count ?? 0
  const writes = writeKindNames.flatMap((kind) =>
    openStatuses.map((status): OpenWrites => ({ kind, status, count: countOf(kind, status) })),
  )
  return { queue, writes, ending }
}
