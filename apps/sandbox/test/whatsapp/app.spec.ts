import { expect } from 'chai'
import { WHATSAPP_APP } from '../../src/whatsapp/app.ts'
import { APP_PRESETS } from '../../src/whatsapp/app-settings.ts'
import { eachTest } from '../fixture.ts'
import { connect, signUp, startRig } from './rig.ts'

describe('whatsapp: what the app has reached at Meta', () => {
  const rig = eachTest(startRig)

  it('an app in development is signed up for by businesses with a role in it alone', async () => {
    await rig.person('app', { roles: ['ferrer.outdoor'] })
    const authorizationUrl = `${rig.gatewayUrl}/connect/whatsapp?session=x`
    const { body } = await rig.person('consent', { authorizationUrl, decision: 'approve', as: 'lindqvist.bakery' })
    expect([body.status, rig.signups]).to.deep.equal([400, []])
    expect((await signUp(rig, { as: 'ferrer.outdoor' })).event).to.equal('FINISH')
  })

  it('the pop-up says that the app is in development', async () => {
    await rig.person('app', { roles: [] })
    const query = new URLSearchParams({
      client_id: WHATSAPP_APP.id,
      config_id: WHATSAPP_APP.configId,
      response_type: 'code',
      override_default_response_type: 'true',
      origin: rig.gatewayUrl,
    })
    const url = `${rig.sandbox.url}/whatsapp/v25.0/dialog/oauth?${query}`
    const response = await fetch(url, { method: 'POST', body: new URLSearchParams({ decision: 'approve' }) })
    expect([response.status, await response.text()].join(' ')).to.match(/^400 .*Feature unavailable/s)
  })

  it('a token has the permissions that the app was given', async () => {
    await rig.person('app', { permissions: ['whatsapp_business_management'] })
    const { token } = await connect(rig, { finish: false })
    const app = encodeURIComponent(`${WHATSAPP_APP.id}|${WHATSAPP_APP.secret}`)
    const { body } = await rig.call('GET', `debug_token?input_token=${token}&access_token=${app}`)
    expect(body.data.scopes).to.deep.equal(['whatsapp_business_management'])
  })

  it('takes every preset of its page, and nothing of another kind', async () => {
    for (const { label, set } of APP_PRESETS) {
      const { status, body } = await rig.person('app', { ...set })
      expect([status, body], label).to.deep.equal([201, { ...body, ...set }])
    }
    for (const wrong of [{ roles: 'all' }, { permission: [] }, { tokenDays: 0 }, { tokenDays: 1e300 }]) {
      expect((await rig.person('app', wrong)).status, JSON.stringify(wrong)).to.equal(400)
    }
    expect((await rig.person('message', { ageHours: 1e12 })).status).to.equal(400)
  })
})
