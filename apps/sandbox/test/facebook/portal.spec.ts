import { expect } from 'chai'
import { type Sandbox, startSandbox } from '../../src/index.ts'

describe("what the app was given in Meta's portal", function () {
  this.timeout(60_000)
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox()
  })
  after(() => sandbox.close())

  async function app(settings: object) {
    const response = await fetch(`${sandbox.url}/person/app`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ network: 'facebook', ...settings }),
    })
    expect(response.ok).to.equal(true)
  }

  async function dialog(query: Record<string, string>) {
    const clientId = sandbox.environment['FACEBOOK_CLIENT_ID'] ?? ''
    const parameters = { client_id: clientId, redirect_uri: 'https://app.example/callback', ...query }
    const response = await fetch(
      `${sandbox.environment['FACEBOOK_HOST_WEB']}/v25.0/dialog/oauth?${new URLSearchParams(parameters)}`,
    )
    return { status: response.status, page: await response.text() }
  }

  it('a permission that the app was not given ends the dialog, all others together do not', async () => {
    await app({ permissions: ['pages_show_list', 'pages_manage_posts'] })
    expect((await dialog({ scope: 'pages_show_list,pages_manage_posts' })).status).to.equal(200)
    const { status, page } = await dialog({ scope: 'pages_show_list,pages_messaging' })
    expect([status, page.includes('Invalid Scopes: pages_messaging')]).to.deep.equal([400, true])
    await app({ permissions: null })
  })

  it('an app that needs a configuration is shown no dialog for permissions by name', async () => {
    await app({ needsConfiguration: true })
    expect((await dialog({ scope: 'pages_show_list' })).status).to.equal(400)
    expect((await dialog({ config_id: '700800900100200' })).status).to.equal(200)
    await app({ needsConfiguration: false })
  })
})
