import { expect } from 'chai'
import { authenticate, type Context, createKey, type Grant, takeRequest } from '../../src/index.ts'
import { type Harness, startHarness } from '../harness.ts'

const limit = 120

describe('the requests of a key', () => {
  let harness: Harness
  let other: Context
  let grant: Grant
  let now = Date.UTC(2026, 10, 20, 12, 0, 10)
  before(async () => {
    harness = await startHarness({ now: () => new Date(now) }, { REQUESTS_PER_MINUTE: String(limit) })
    other = await harness.another()
  })
  after(() => harness.close())
  beforeEach(async () => {
    now = Date.UTC(2026, 10, 20, 12, 0, 10)
    const { apiKey } = await createKey(harness.context, { organizationId: harness.organizationId })
    grant = await authenticate(harness.context, `Bearer ${apiKey}`)
  })

  const allowed = async (context: Context, times: number) => {
    let count = 0
    for (let request = 0; request < times; request++) if ((await takeRequest(context, grant)).allowed) count++
    return count
  }

  it('end exactly at the limit in one process', async () => {
    expect(await allowed(harness.context, limit)).to.equal(limit)
    expect(await takeRequest(harness.context, grant)).to.deep.equal({
      allowed: false,
      policy: 'key',
      limit,
      remaining: 0,
      resetSeconds: 50,
    })
  })

  it('count down by one each', async () => {
    const remaining: number[] = []
    for (let request = 0; request < limit; request++)
      remaining.push((await takeRequest(harness.context, grant)).remaining)
    expect(remaining).to.deep.equal(Array.from({ length: limit }, (_, index) => limit - 1 - index))
  })

  it('never pass the limit over two processes by turns, and end exactly there', async () => {
    let count = 0
    for (let request = 0; request < limit; request++) {
      count += (await allowed(harness.context, 1)) + (await allowed(other, 1))
    }
    expect(count).to.equal(limit)
    expect(await allowed(harness.context, 3)).to.equal(0)
    expect(await allowed(other, 3)).to.equal(0)
  })

  it('never pass the limit over two processes that race', async () => {
    const taken = await Promise.all(
      Array.from({ length: 3 * limit }, (_, index) => takeRequest(index % 2 ? harness.context : other, grant)),
    )
    const rest = (await allowed(harness.context, limit)) + (await allowed(other, limit))
    expect(taken.filter((one) => one.allowed).length + rest).to.equal(limit)
    expect(taken.every(({ remaining }) => remaining >= 0 && remaining <= limit)).to.equal(true)
  })

  it('start again with the next minute, in every process', async () => {
    await allowed(harness.context, limit + 1)
    now += 50_000
    expect(await takeRequest(harness.context, grant)).to.deep.include({ allowed: true, resetSeconds: 60 })
    expect((await allowed(harness.context, limit)) + (await allowed(other, limit))).to.equal(limit - 1)
  })

  it('are counted for each key alone', async () => {
    await allowed(harness.context, limit + 1)
    const { apiKey } = await createKey(harness.context, { organizationId: harness.organizationId })
    grant = await authenticate(harness.context, `Bearer ${apiKey}`)
    expect(await allowed(harness.context, 5)).to.equal(5)
  })
})
