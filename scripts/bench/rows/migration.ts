import { migrate } from '@carillon/database'
import pg from 'pg'
import { figureOf, type Row } from '../measure.ts'
import { startLoad } from '../migration/load.ts'
import { fillPrevious, previousSchema } from '../migration/previous-data.ts'

/** A million publishes, or ten thousand times what `--scale=` says. */
const asked = process.argv.find((word) => word.startsWith('--scale='))?.slice('--scale='.length)
const writes = Number(asked ?? 100) * 10_000
const connections = 8

/**
 * The longest time in ms that one of some statements without any work takes at the same time: what the machine adds.
 */
function watchControl(url: string): () => Promise<number> {
  let longest = 0
  let stopped = false
  async function watch(): Promise<void> {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    while (!stopped) {
      const begun = performance.now()
      await client.query('select 1')
      longest = Math.max(longest, performance.now() - begun)
    }
    await client.end()
  }
  const watching = watch()
  return async () => {
    stopped = true
    await watching
    return longest
  }
}

export const migration: Row = {
  id: 'migration',
  about: `all migrations since the previous version on ${writes} publishes, under load of that version`,
  bars: [
    { figure: 'longest statement', unit: 'ms', atMost: 1_000 },
    { figure: 'statements that failed', unit: '', atMost: 0 },
    { figure: 'longest `select 1` meanwhile', unit: 'ms' },
    { figure: 'statements under load', unit: '' },
    { figure: 'duration', unit: 's' },
  ],
  async run(installation) {
    const url = await installation.emptyDatabase()
    await migrate({ url, log: installation.log, to: previousSchema })
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await fillPrevious(client, writes)
    await client.end()
    const endControl = watchControl(url)
    const load = await startLoad(url, { connections })
    const begun = performance.now()
    await migrate({ url, log: installation.log })
    const seconds = (performance.now() - begun) / 1_000
    const { longest, failures, statements } = await load.stop()
    console.log(`  ${longest.ms.toFixed(0)} ms: ${longest.statement.replace(/\s+/g, ' ').slice(0, 100)}`)
    for (const failure of failures.slice(0, 5)) console.log(`  ${failure}`)
    return {
      'longest statement': figureOf([longest.ms]),
      'statements that failed': figureOf([failures.length]),
      'longest `select 1` meanwhile': figureOf([await endControl()]),
      'statements under load': figureOf([statements]),
      duration: figureOf([seconds]),
    }
  },
}
