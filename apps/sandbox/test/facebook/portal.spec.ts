import { expect } from 'chai'
import { startSandbox } from '../../src/index.ts'
import { allTests } from '../fixture.ts'

describe("what the app was given in Meta's portal", function () {
  this.timeout(900_000)
  const sandbox = allTests(startSandbox)

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

  it('an app in development takes nobody but those with a role in it', async () => {
    await app({ roles: ['tomas.ferrer'] })
    const consent = async (as: string) => {
      const clientId = sandbox.environment['FACEBOOK_CLIENT_ID'] ?? ''
      const query = { client_id: clientId, redirect_uri: `${sandbox.url}/healthz`, scope: 'pages_show_list' }
      const url = `${sandbox.environment['FACEBOOK_HOST_WEB']}/v25.0/dialog/oauth?${new URLSearchParams(query)}`
      const form = new URLSearchParams({ decision: 'approve', as })
      const response = await fetch(url, { method: 'POST', body: form, redirect: 'manual' })
      return { status: response.status, page: await response.text() }
    }
    const { status, page } = await consent('nora.lindqvist')
    expect([status, page.includes('App not active')]).to.deep.equal([400, true])
    expect((await consent('tomas.ferrer')).page).not.to.include('App not active')
    await app({ roles: null })
    expect((await consent('nora.lindqvist')).page).not.to.include('App not active')
  })

  it('rejects a setting that there is not, or of another kind', async () => {
    for (const settings of [{ permission: [] }, { verticalDrafts: 'yes' }, { unfetchedImages: -1 }]) {
      const response = await fetch(`${sandbox.url}/person/app`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ network: 'facebook', ...settings }),
      })
      expect(response.status, JSON.stringify(settings)).to.equal(400)
    }
  })
})
