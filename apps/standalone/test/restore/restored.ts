import { createLogger } from '@carillon/log'
import { type Context, createContext } from '@carillon/service'
import { startWorker, type Worker } from '@carillon/worker'
import type { Whole } from '../whole.ts'

export interface Restored {
  context: Context
  startWorker(): Promise<void>
  close(): Promise<void>
}

/** An installation on a restored database, with the keys, media and networks of the one that was lost. */
export async function startRestored(whole: Whole, databaseUrl: string): Promise<Restored> {
  const log = createLogger({ name: 'restored', level: 'silent' })
  const context = await createContext({ ...whole.context.config, databaseUrl }, { log })
  let worker: Worker | undefined
  return {
    context,
    async startWorker() {
      worker = await startWorker(context, {
        onLost() {
          throw new Error('the lease was lost')
        },
      })
    },
    async close() {
      await worker?.close()
      await context.close()
    },
  }
}
