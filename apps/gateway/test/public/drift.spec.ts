import { expect } from 'chai'
import type { Request, Response } from 'express'
import { createMetrics } from '../../src/metrics.ts'
import { startGateway, type TestGateway } from '../test-gateway.ts'

describe('/metrics', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway({ real: true })
  })
  after(() => gateway.close())

  it('counts responses that differ from the documentation, by network and field', async () => {
    gateway.installation.context.counters.add('drift', ['facebook', 'data[].status'])
    gateway.installation.context.counters.add('drift', ['facebook', 'data[].status'])
    const { text } = await gateway.ask('GET', '/metrics', { authorization: null })
    expect(text).to.include('carillon_drift_total{network="facebook",field="data[].status"} 2')
  })

  it('is computed once for all scrapes at once or within a second, and is the same bytes in memory', async () => {
    const { context } = gateway.installation
    const { counters, durations, pool } = context
    const { handler } = createMetrics({ counters, durations, pool, now: () => new Date(0) })
    const sent: Buffer[] = []
    const res = { type: () => res, set: () => res, end: (bytes: Buffer) => sent.push(bytes) } as unknown as Response
    const scrape = () => handler({} as Request, res, () => {})
    await Promise.all(Array.from({ length: 20 }, scrape))
    counters.add('drift', ['facebook', 'data[].later'])
    await scrape()
    expect(sent).to.have.length(21)
    expect(new Set(sent).size).to.equal(1)
    expect(String(sent[0])).to.include('carillon_drift_total').and.not.include('later')
  })
})
