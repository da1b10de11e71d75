import { expect } from 'chai'
import { authenticateSession } from '../../src/dashboard-sessions/authenticate-session.ts'
import { openDashboardSession } from '../../src/dashboard-sessions/open-dashboard-session.ts'
import { authenticate, createKey, listKeys } from '../../src/index.ts'
import { type Harness, startHarness } from '../harness.ts'

const minute = 60_000

describe('the last use of an API key in a dashboard session', () => {
  let harness: Harness
  let clockMs = 0
  before(async () => {
    harness = await startHarness({ now: () => new Date(Date.now() + clockMs) }, { DASHBOARD_IDLE_MINUTES: '600' })
  })
  after(() => harness.close())

  it('is at most a minute old, however long a session may be idle', async () => {
    const { context, organizationId } = harness
    const { keyId, apiKey } = await createKey(context, { organizationId })
    const { token } = await openDashboardSession(context, await authenticate(context, `Bearer ${apiKey}`), 'test')
    clockMs = 2 * minute
    const at = context.now()
    await authenticateSession(context, token, '192.0.2.7')
    const { keys } = await listKeys(context, { organizationId })
    const key = keys.find((one) => one.keyId === keyId)
    expect(key).to.include({ lastUsedIp: '192.0.2.7' })
    expect(Date.parse(key?.lastUsedAt ?? '')).to.be.at.least(at.getTime())
  })
})
