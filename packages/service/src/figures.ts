import { countOpenWrites, readQueueFigures } from '@carillon/database'
import type { Context } from './context.ts'

/** What the whole installation has to do at present, for whoever watches it. */
export async function readFigures({ db }: Context) {
  const [queue, writes] = await Promise.all([readQueueFigures(db), countOpenWrites(db)])
  return { queue, writes }
}
