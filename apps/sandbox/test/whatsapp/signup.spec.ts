import { expect } from 'chai'
import { WHATSAPP_APP } from '../../src/whatsapp/app.ts'
import { eachTest } from '../fixture.ts'
import { connect, exchange, type Rig, signUp, startRig } from './rig.ts'

async function post(rig: Rig, path: string, body: object): Promise<{ status: number; body: object }> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${rig.sandbox.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: response.status, body: (await response.json()) as object }
}

const setApp = (rig: Rig, body: object) => post(rig, '/whatsapp/app', body)
const advance = (rig: Rig, advanceMs: number) => post(rig, '/clock', { advanceMs })

describe('whatsapp: sign-up', () => {
  const rig = eachTest(startRig)

  it('plays the page: a number that is ready, and on to where the page leads', async () => {
    const session = encodeURIComponent(`${rig.gatewayUrl}/done`)
    const authorizationUrl = `${rig.gatewayUrl}/connect/whatsapp?session=${session}`
    const { body } = await rig.person('consent', { authorizationUrl, decision: 'approve' })
    expect([body.status, body.finalUrl]).to.deep.equal([200, `${rig.gatewayUrl}/done`])
    const [posted] = rig.signups
    expect(posted).to.include({ event: 'FINISH', session: `${rig.gatewayUrl}/done` })
    expect(posted?.['data']).to.have.all.keys('waba_id', 'phone_number_id', 'business_id')
  })

  it('plays the page: no number, a number in the app, another business, a rejection', async () => {
    const none = await signUp(rig, { number: 'none' })
    expect([none.event, none.numberId]).to.deep.equal(['FINISH_ONLY_WABA', ''])
    const inApp = await signUp(rig, { number: 'coexistence' })
    expect(inApp.event).to.equal('FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING')
    expect(rig.signups.at(-1)?.['data']).to.deep.equal({ waba_id: inApp.wabaId })
    const other = await signUp(rig, { as: 'ferrer.outdoor' })
    expect(other.wabaId).not.to.equal(inApp.wabaId)
    await signUp(rig, { decision: 'deny' })
    expect(rig.signups.at(-1)).to.deep.include({ event: 'CANCEL', code: null })
    const authorizationUrl = `${rig.gatewayUrl}/connect/whatsapp?session=x`
    const asked = { authorizationUrl, decision: 'approve' }
    expect((await rig.person('consent', { ...asked, as: 'nobody' })).status).to.equal(400)
    expect((await rig.person('consent', { ...asked, number: 'two' })).status).to.equal(400)
  })

  it('exchanges a code once and within thirty seconds', async () => {
    const { code } = await signUp(rig)
    const first = await exchange(rig, code)
    expect(first.body).to.have.all.keys('access_token', 'token_type')
    expect((await exchange(rig, code)).body.error.error_subcode).to.equal(36009)
    const late = await signUp(rig)
    await fetch(`${rig.sandbox.url}/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"advanceMs":30000}',
    })
    expect((await exchange(rig, late.code)).body.error.error_subcode).to.equal(36007)
    const wrong = `oauth/access_token?client_id=${WHATSAPP_APP.id}&client_secret=no&code=${late.code}`
    expect((await rig.call('GET', wrong)).body.error.code).to.equal(1)
  })

  it('tells with debug_token which accounts were shared', async () => {
    const { token, wabaId } = await connect(rig, { finish: false })
    const app = `${WHATSAPP_APP.id}|${WHATSAPP_APP.secret}`
    const path = `debug_token?input_token=${token}&access_token=${encodeURIComponent(app)}`
    const { body } = await rig.call('GET', path)
    expect(body.data).to.include({ app_id: WHATSAPP_APP.id, type: 'SYSTEM_USER', is_valid: true, expires_at: 0 })
    expect(body.data.scopes).to.include('whatsapp_business_management')
    expect(body.data.granular_scopes).to.deep.equal([
      { scope: 'whatsapp_business_manage_events', target_ids: [wabaId] },
    ])
    expect((await setApp(rig, { namesAccounts: true })).status).to.equal(200)
    expect((await rig.call('GET', path)).body.data.granular_scopes[0]).to.deep.equal({
      scope: 'whatsapp_business_management',
      target_ids: [wabaId],
    })
    const foreign = await connect(rig, { as: 'ferrer.outdoor', finish: false })
    const hidden = await rig.call('GET', foreign.wabaId, { token })
    expect([hidden.body.error.code, hidden.body.error.error_subcode]).to.deep.equal([100, 33])
  })

  it('issues tokens that end after days, once the app is set so', async () => {
    expect((await setApp(rig, { tokenDays: 0 })).status).to.equal(400)
    expect((await setApp(rig, { namesAccounts: 'yes' })).status).to.equal(400)
    expect((await setApp(rig, { tokenDays: 60 })).body).to.include({ tokenDays: 60, namesAccounts: false })
    const { code, wabaId } = await signUp(rig)
    const { access_token: token, expires_in: seconds } = (await exchange(rig, code)).body
    expect(seconds).to.equal(60 * 24 * 3600)
    const app = encodeURIComponent(`${WHATSAPP_APP.id}|${WHATSAPP_APP.secret}`)
    const inspect = async () =>
      (await rig.call('GET', `debug_token?input_token=${token}&access_token=${app}`)).body.data
    expect((await inspect()).expires_at).to.be.above(Date.now() / 1000)
    await advance(rig, 60 * 24 * 3600 * 1000)
    expect((await inspect()).is_valid).to.equal(false)
    const { body } = await rig.call('GET', wabaId, { token })
    expect([body.error.code, body.error.error_subcode]).to.deep.equal([190, 463])
  })

  it('has an account with two numbers in the app', async () => {
    const { token, wabaId } = await connect(rig, { number: 'coexistence-two', finish: false })
    const { body } = await rig.call('GET', `${wabaId}/phone_numbers?fields=id,is_on_biz_app,status`, { token })
    expect(body.data).to.have.length(2)
    for (const number of body.data) expect(number).to.include({ is_on_biz_app: true, status: 'LINKED' })
  })

  it('registers a verified number, with the same PIN ever after', async () => {
    const { token, numberId, wabaId } = await connect(rig, { finish: false })
    const fields = `${numberId}?fields=id,display_phone_number,verified_name,quality_rating,code_verification_status,name_status,status,account_mode`
    expect((await rig.call('GET', fields, { token })).body).to.include({ status: 'DISCONNECTED', account_mode: 'LIVE' })
    const register = (pin: string, id = numberId, as = token) =>
      rig.call('POST', `${id}/register`, { token: as, json: { messaging_product: 'whatsapp', pin } })
    expect((await register('12')).body.error.code).to.equal(100)
    expect((await register('123456')).body).to.deep.equal({ success: true })
    expect((await register('654321')).body.error.code).to.equal(133005)
    expect((await rig.call('GET', fields, { token })).body.status).to.equal('CONNECTED')
    const listed = await rig.call('GET', `${wabaId}/phone_numbers`, { token })
    expect(listed.body.data).to.have.length(3)
    for (let attempt = 0; attempt < 8; attempt += 1) await register('123456')
    expect((await register('123456')).body.error.code).to.equal(133016)
    const deregister = () => rig.call('POST', `${numberId}/deregister`, { token })
    expect((await deregister()).body.error.code).to.equal(133016)
    await advance(rig, 3 * 24 * 3600 * 1000)
    expect((await deregister()).body).to.deep.equal({ success: true })
  })

  it('deregisters a number once, and none that stays in the app', async () => {
    const { numberId, code } = await signUp(rig)
    const { access_token: token } = (await exchange(rig, code)).body
    const call = (path: string, json?: object) => rig.call('POST', path, { token, ...(json && { json }) })
    await call(`${numberId}/register`, { messaging_product: 'whatsapp', pin: '123456' })
    expect((await call(`${numberId}/deregister`)).body).to.deep.equal({ success: true })
    expect((await call(`${numberId}/deregister`)).body.error.code).to.equal(100)
    const inApp = await signUp(rig, { number: 'coexistence' })
    const other = (await exchange(rig, inApp.code)).body.access_token
    const { data } = (await rig.call('GET', `${inApp.wabaId}/phone_numbers?fields=id,is_on_biz_app`, { token: other }))
      .body
    const { id } = data.find((one: { is_on_biz_app: boolean }) => one.is_on_biz_app)
    expect((await rig.call('POST', `${id}/deregister`, { token: other })).body.error.code).to.equal(100)
  })

  it('registers an unverified number after its code', async () => {
    const { token, numberId } = await connect(rig, { number: 'unverified', finish: false })
    const post = (edge: string, json: unknown) => rig.call('POST', `${numberId}/${edge}`, { token, json })
    const pin = { messaging_product: 'whatsapp', pin: '123456' }
    expect((await post('register', pin)).body.error.code).to.equal(133006)
    await post('request_code', { code_method: 'SMS', language: 'en_US' })
    expect((await post('verify_code', { code: '000000' })).status).to.equal(400)
    const { numbers } = await rig.state()
    const { pendingCode } = numbers.find(({ id }: { id: string }) => id === numberId)
    expect((await post('verify_code', { code: pendingCode })).body.success).to.equal(true)
    expect((await post('register', pin)).body).to.deep.equal({ success: true })
  })

  it('serves the script, and a pop-up that reports code and ids', async () => {
    const script = await fetch(`${rig.sandbox.environment['WHATSAPP_HOST_SDK']}/en_US/sdk.js`)
    expect(script.headers.get('content-type')).to.include('javascript')
    expect(await script.text()).to.include('window.FB')
    const query = new URLSearchParams({
      client_id: WHATSAPP_APP.id,
      config_id: WHATSAPP_APP.configId,
      response_type: 'code',
      override_default_response_type: 'true',
      origin: 'http://localhost:1',
      cb: '1',
    })
    const url = `${rig.sandbox.url}/whatsapp/v25.0/dialog/oauth`
    expect(await (await fetch(`${url}?${query}`)).text()).to.include('Your business')
    const form = new URLSearchParams({ decision: 'approve', as: 'sato.ceramics', number: 'ready', first: 'code' })
    const page = await (await fetch(`${url}?${query}`, { method: 'POST', body: form })).text()
    expect(page.indexOf('sandboxLogin')).to.be.lessThan(page.indexOf('WA_EMBEDDED_SIGNUP'))
    query.set('config_id', 'none')
    expect((await fetch(`${url}?${query}`)).status).to.equal(400)
  })
})
