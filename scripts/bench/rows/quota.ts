import { consumeDailyQuota, openDb, openPool, takeRateSlot } from '@carillon/database'
import { figureOf, interleave, type Row } from '../measure.ts'

const rounds = 5
const clients = 32
const each = 50

/** Every client takes one after the other, all out of the same row. Takings a second. */
async function perSecond(take: () => Promise<boolean>): Promise<number> {
  const began = performance.now()
  const client = async () => {
    for (let taken = 0; taken < each; taken++) if (!(await take())) throw new Error('nothing was left to take')
  }
  await Promise.all(Array.from({ length: clients }, client))
  return (clients * each) / ((performance.now() - began) / 1000)
}

export const quota: Row = {
  id: 'quota',
  about: `slots in a rate and units of a daily quota, acquired by ${clients} clients out of one row`,
  bars: [
    { figure: 'places', unit: '1/s', atLeast: 1000 },
    { figure: 'units', unit: '1/s', atLeast: 1000 },
  ],
  async run({ databaseUrl, log }) {
    const pool = openPool({ url: databaseUrl, log, max: clients })
    const db = openDb(pool)
    // As many places as the busiest of the rates has. A span that ends in the future always has one free, whichever of
    // the clients comes first.
    const rate = { name: 'bench', key: 'bench', requests: 40, perSeconds: -3600 }
    const quota = { bucket: 'bench', day: '2026-11-20', cost: 1, limit: 1_000_000 }
    try {
      const found = await interleave(
        {
          places: () => perSecond(async () => (await takeRateSlot(db, { ...rate, now: new Date() })) === 0),
          units: () => perSecond(() => consumeDailyQuota(db, quota)),
        },
        { rounds },
      )
      return { places: figureOf(found.places), units: figureOf(found.units) }
    } finally {
      await pool.end()
    }
  },
}
