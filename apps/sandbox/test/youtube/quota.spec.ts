import { expect } from 'chai'
import { pacificCalendar } from '../../src/figures/calendar.ts'
import { eachTest } from '../fixture.ts'
import { reason, startRig } from './rig.ts'
import { begin } from './upload-steps.ts'

const hour = 3_600_000

describe('youtube: quotas', () => {
  const rig = eachTest(() => startRig({ allowance: { units: 52, uploads: 2 } }))
  let token: string

  beforeEach(async () => {
    token = await rig.token()
  })

  const read = () => rig.api('/youtube/v3/channels?part=id&mine=true', token)

  it('start again at midnight in California', async () => {
    // 04:00 there: twenty hours to midnight; the token is renewed as it lives an hour.
    for (let count = 0; count < 52; count += 1) expect((await read()).status).to.equal(200)
    const spent = await read()
    expect([spent.status, reason(spent)]).to.deep.equal([403, 'quotaExceeded'])
    expect(spent.json.error.errors[0].domain).to.equal('youtube.quota')
    rig.advance(20 * hour - 1)
    token = await rig.token()
    expect((await read()).status).to.equal(403)
    rig.advance(1)
    expect((await read()).status).to.equal(200)
  })

  it('count a deletion fifty times and rejected requests too', async () => {
    await rig.api('/youtube/v3/videos?id=nobodyknows', token, { method: 'DELETE' })
    await rig.api('/youtube/v3/channels?part=id', token)
    expect(Object.values((await rig.state()).quota)).to.deep.equal([
      { day: '2026-11-20', units: 51, uploads: 0, analytics: 0 },
    ])
    const response = await rig.api('/youtube/v3/videos?id=n0raHarb0r1', token, { method: 'DELETE' })
    expect(reason(response)).to.equal('quotaExceeded')
    expect((await read()).status).to.equal(200)
  })

  it('count an invalid request once, whatever its method costs', async () => {
    await rig.api('/youtube/v3/videos', token, { method: 'DELETE' })
    await rig.api('/youtube/v3/channels?part=nothing&mine=true', token)
    await rig.api('/youtube/v3/channels?part=id&mine=true&unknown=1', token)
    expect(Object.values((await rig.state()).quota)).to.deep.equal([
      { day: '2026-11-20', units: 3, uploads: 0, analytics: 0 },
    ])
  })

  it('keep uploads in a bucket of their own', async () => {
    for (let count = 0; count < 2; count += 1) expect((await begin(rig, { token })).status).to.equal(200)
    const response = await begin(rig, { token })
    expect([response.status, reason(response)]).to.deep.equal([429, 'rateLimitExceeded'])
    expect(response.json.error.message).to.contain("limit 'Video Uploads per day'")
    expect((await read()).status).to.equal(200)
  })

  it('belong to the project, not to the person', async () => {
    const other = await rig.token({ as: 'bakery.lux' })
    for (let count = 0; count < 2; count += 1) await begin(rig, { token })
    expect(reason(await begin(rig, { token: other }))).to.equal('rateLimitExceeded')
  })

  it('follow summer time', () => {
    // Spring forward on 2026-03-08 and back on 2026-11-01.
    expect(pacificCalendar.dayOf(Date.parse('2026-03-08T07:59:59Z'))).to.equal('2026-03-07')
    expect(pacificCalendar.dayOf(Date.parse('2026-03-08T08:00:00Z'))).to.equal('2026-03-08')
    expect(pacificCalendar.dayOf(Date.parse('2026-03-09T06:59:59Z'))).to.equal('2026-03-08')
    expect(pacificCalendar.dayOf(Date.parse('2026-03-09T07:00:00Z'))).to.equal('2026-03-09')
    expect(pacificCalendar.dayOf(Date.parse('2026-11-02T07:59:59Z'))).to.equal('2026-11-01')
    expect(pacificCalendar.dayOf(Date.parse('2026-11-02T08:00:00Z'))).to.equal('2026-11-02')
  })
})
