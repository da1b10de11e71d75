import { expect } from 'chai'
import { createContext } from '../src/index.ts'
import { type Harness, startHarness } from './harness.ts'

describe('a context whose bucket cannot be opened', () => {
  let harness: Harness
  before(async () => {
    harness = await startHarness()
  })
  after(() => harness.close())

  const sessions = async () => {
    const { rows } = await harness.context.pool.query(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and application_name = 'carillon-listen'`,
    )
    return rows[0].count
  }

  it('leaves no connection to the database open', async () => {
    const { config, log } = harness.context
    const before = await sessions()
    const s3 = {
      bucket: 'media',
      region: '',
      endpoint: null,
      forcePathStyle: true,
      credentials: null,
      presigned: false,
    }
    const failure = await createContext({ ...config, media: { ...config.media, s3 } }, { log }).catch(
      (error: unknown) => error,
    )
    expect(failure).to.be.instanceOf(Error)
    while ((await sessions()) > before) await new Promise((next) => setImmediate(next))
  })
})
