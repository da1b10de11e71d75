import { createLogger } from '@carillon/log'
import { expect } from 'chai'
import { openPool } from '../../src/index.ts'

const log = createLogger({ name: 'test', level: 'silent' })
const url = 'postgres://carillon@localhost:5432/carillon'

describe('the time that a connection may take', () => {
  for (const [what, options, ms] of [
    ['is 5 s', { url }, 5_000],
    ['is what the URL says', { url: `${url}?connect_timeout=30` }, 30_000],
    ['has no end where the URL says 0', { url: `${url}?application_name=a&connect_timeout=0` }, 0],
    ['is 5 s where the URL says something else', { url: `${url}?connect_timeout=soon` }, 5_000],
    ['is that of the caller, whatever the URL says', { url: `${url}?connect_timeout=30`, connectTimeoutMs: 70 }, 70],
  ] as const) {
    it(what, async () => {
      const pool = openPool({ log, ...options })
      expect(pool.options.connectionTimeoutMillis).to.equal(ms)
      await pool.end()
    })
  }
})
