import { createLogger } from '@carillon/log'
import { expect } from 'chai'
import {
  closeDailyQuota,
  consumeDailyQuota,
  type Db,
  openDb,
  openPool,
  type Pool,
  readDailyQuotas,
  takeRateSlot,
} from '../src/index.ts'
import { openDatabase } from './open-database.ts'

describe('shared quotas', () => {
  let url: string
  let pool: Pool
  let db: Db
  let close: () => Promise<void>
  before(async () => {
    ;({ url, pool, db, close } = await openDatabase({ max: 8 }))
  })
  after(() => close())

  describe('a daily quota', () => {
    const day = { bucket: 'units', day: '2026-11-20' }

    it('gives out exactly what it holds to racing spenders', async () => {
      const spent = await Promise.all(
        Array.from({ length: 40 }, () => consumeDailyQuota(db, { ...day, cost: 3, limit: 50 })),
      )
      expect(spent.filter(Boolean)).to.have.length(16)
      expect(await consumeDailyQuota(db, { ...day, cost: 2, limit: 50 })).to.equal(true)
      expect(await consumeDailyQuota(db, { ...day, cost: 1, limit: 50 })).to.equal(false)
    })

    it('takes units of several quotas at once, each by its own limit', async () => {
      const wanted = { full: [4, 4], over: [5, 4], other: [2, 9], closed: [1, 50] } as const
      await closeDailyQuota(db, { bucket: 'at-once-closed', day: '2026-11-20' })
      const spendEach = () =>
        Promise.all(
          Object.entries(wanted).map(([name, [cost, limit]]) =>
            consumeDailyQuota(db, { bucket: `at-once-${name}`, day: '2026-11-20', cost, limit }),
          ),
        )
      expect(await spendEach()).to.deep.equal([true, false, true, false])
      expect(await spendEach()).to.deep.equal([false, false, true, false])
      const days = ['full', 'over', 'other'].map((name) => ({ bucket: `at-once-${name}`, day: '2026-11-20' }))
      const used = (await readDailyQuotas(db, days)).map((quota) => [quota.bucket, quota.used])
      expect(Object.fromEntries(used)).to.deep.equal({ 'at-once-full': 4, 'at-once-other': 4 })
    })

    it('reads the use of two days of a quota apart', async () => {
      const days = ['2026-11-20', '2026-11-21'].map((day) => ({ bucket: 'two-days', day }))
      await Promise.all(days.map((day, at) => consumeDailyQuota(db, { ...day, cost: at + 1, limit: 9 })))
      const read = (await readDailyQuotas(db, days)).map(({ day, used }) => [day, used])
      expect(Object.fromEntries(read)).to.deep.equal({ '2026-11-20': 1, '2026-11-21': 2 })
    })

    it('takes units in either order of two quotas, without a deadlock', async () => {
      const [a, b] = ['left', 'right'].map((bucket) => ({ bucket, day: '2026-11-20', cost: 1, limit: 1000 }))
      const dbs = [db, openDb(pool)]
      const pairs = Array.from({ length: 100 }, (_, number) => {
        const from = dbs[number % 2] ?? db
        return Promise.all(
          (from === db ? [a, b] : [b, a]).flatMap((each) => (each ? consumeDailyQuota(from, each) : [])),
        )
      })
      expect((await Promise.all(pairs)).flat().every(Boolean)).to.equal(true)
      const [left] = await readDailyQuotas(db, [{ bucket: 'left', day: '2026-11-20' }])
      expect(left?.used).to.equal(100)
    })

    it('rejects a first spender that asks for more than there is', async () => {
      expect(await consumeDailyQuota(db, { bucket: 'small', day: '2026-11-20', cost: 51, limit: 50 })).to.equal(false)
    })

    it('leaves the connection as durable as it was', async () => {
      const single = openPool({ url, log: createLogger({ name: 'test', level: 'silent' }), max: 1 })
      try {
        await single.query('set synchronous_commit to local')
        const spent = await consumeDailyQuota(openDb(single), {
          bucket: 'durable',
          day: '2026-11-20',
          cost: 1,
          limit: 50,
        })
        const { rows } = await single.query('show synchronous_commit')
        expect({ spent, rows }).to.deep.equal({ spent: true, rows: [{ synchronous_commit: 'local' }] })
      } finally {
        await single.end()
      }
    })

    it('gives nothing once it was closed, and starts again on the next day', async () => {
      const closed = { bucket: 'closed', day: '2026-11-20' }
      await closeDailyQuota(db, closed)
      expect(await consumeDailyQuota(db, { ...closed, cost: 1, limit: 50 })).to.equal(false)
      expect(await consumeDailyQuota(db, { ...closed, day: '2026-11-21', cost: 1, limit: 50 })).to.equal(true)
    })
  })

  describe('a rate', () => {
    const rate = { name: 'endpoint', requests: 4, perSeconds: 60 }
    const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20) + seconds * 1000)

    it('lets no span hold more than its requests', async () => {
      const waits: number[] = []
      for (const seconds of [0, 10, 20, 30, 40, 59, 60, 61]) {
        waits.push(await takeRateSlot(db, { ...rate, key: 'a', now: at(seconds) }))
      }
      expect(waits).to.deep.equal([0, 0, 0, 0, 20, 1, 0, 9])
    })

    it('lets requests through after the clock was put back by a day, no more than before', async () => {
      const waits: number[] = []
      for (const seconds of [86_400, 86_401, 86_402, 86_403, 0, 1, 2, 3, 4, 61]) {
        waits.push(await takeRateSlot(db, { ...rate, key: 'back', now: at(seconds) }))
      }
      expect(waits).to.deep.equal([0, 0, 0, 0, 0, 0, 0, 0, 56, 0])
    })

    it('lets exactly its requests through when they race', async () => {
      const waits = await Promise.all(
        Array.from({ length: 20 }, () => takeRateSlot(db, { ...rate, key: 'b', now: at(0) })),
      )
      expect(waits.filter((wait) => wait === 0)).to.have.length(4)
    })
  })
})
