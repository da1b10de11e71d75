import { expect } from 'chai'
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
})
