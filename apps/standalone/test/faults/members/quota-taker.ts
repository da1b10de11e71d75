// One of several processes that draw on the same quotas: it asks for a place and, given one, calls the network at once.
import { consumeDailyQuota, openDb, openPool, takeRateSlot } from '@carillon/database'
import { rates } from '@carillon/domain'
import { createLogger } from '@carillon/log'
import { pick, seeded } from '../random.ts'

const { DATABASE_URL = '', LIMITER_URL = '', QUOTA_MS, QUOTA_SEED, QUOTA_UNITS } = process.env
const pool = openPool({ url: DATABASE_URL, log: createLogger({ name: 'taker', level: 'error' }), max: 4 })
const db = openDb(pool)
const random = seeded(Number(QUOTA_SEED))
const until = Date.now() + Number(QUOTA_MS)
const { requests, perSeconds, marginSeconds } = rates['tiktok.endpoint']

async function drawOnRate(): Promise<void> {
  while (Date.now() < until) {
    const wait = await takeRateSlot(db, {
      name: 'endpoint',
      key: 'account',
      requests,
      perSeconds: perSeconds + marginSeconds,
    })
    if (wait === 0) await fetch(`${LIMITER_URL}/rate`)
    else await new Promise((done) => setTimeout(done, Math.min(wait * 1_000, until - Date.now()) * random()))
  }
}

async function drawOnBudget(): Promise<void> {
  const day = { bucket: 'units', day: '2026-11-20', limit: Number(QUOTA_UNITS) }
  for (let rejected = 0; rejected < 20 && Date.now() < until; ) {
    const cost = pick(random, [1, 1, 5, 50, 100])
    if (await consumeDailyQuota(db, { ...day, cost })) await fetch(`${LIMITER_URL}/units?cost=${cost}`)
    else rejected++
  }
}

process.send?.({ type: 'ready' })
process.once('disconnect', () => process.exit(0))
process.once('SIGTERM', () => process.exit(0))
await Promise.all([drawOnRate(), drawOnRate(), drawOnBudget()])
await pool.end()
process.send?.({ type: 'done' })
