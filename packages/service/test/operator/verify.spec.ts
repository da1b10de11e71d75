import { findAccountForWorker } from '@carillon/database'
import { expect } from 'chai'
import { verifyAccount } from '../../src/index.ts'
import { type Harness, startHarness } from '../harness.ts'
import { FakeSignup } from '../signup/fake-signup.ts'
import { withPorts } from '../with-ports.ts'

describe('verify', () => {
  let harness: Harness
  const network = new FakeSignup()
  before(async () => {
    harness = await startHarness({ registry: withPorts({ whatsapp: { signup: network.port } }) })
  })
  after(() => harness.close())

  it('without a test post only reads, although steps of the setup are missing', async () => {
    const credentials = { token: 't', businessAccountId: '77', numberId: '1065', pin: '123456' }
    const { id } = await harness.connect({ platform: 'whatsapp', credentials })
    const missing = ['subscription', 'registration', 'template']
    await harness.context.pool.query('update account set setup_missing = $2 where id = $1', [id, missing])
    const { checks } = await verifyAccount(harness.context, { accountId: id, publish: null })
    expect(checks.filter(({ outcome }) => outcome !== 'done')).to.deep.equal([])
    expect(network.calls).to.deep.equal(['check', 'readNumber', 'hasTemplate', 'isSubscribed'])
    expect((await findAccountForWorker(harness.context.db, id))?.setupMissing).to.deep.equal(missing)
  })
})
