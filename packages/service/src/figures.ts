import { countOpenWrites, type OpenWrites, readQueueFigures } from '@carillon/database'
import type { Context } from './context.ts'
import { writeKindNames } from './journal/kinds.ts'

const openStatuses = ['accepted', 'processing', 'unknown'] as const

/** What the whole installation has to do at present, for whoever monitors it. */
export async function readFigures({ db }: Context) {
  const [queue, counted] = await Promise.all([readQueueFigures(db), countOpenWrites(db)])
  const countOf = (kind: string, status: string) =>
    counted.find((open) => open.kind === kind && open.status === status)?.count ?? 0
  const writes = writeKindNames.flatMap((kind) =>
    openStatuses.map((status): OpenWrites => ({ kind, status, count: countOf(kind, status) })),
  )
  return { queue, writes }
}
