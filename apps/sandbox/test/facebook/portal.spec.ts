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

  it('has a page that shows the settings, and a button for each situation whose body is taken', async () => {
    for (const network of ['facebook', 'instagram', 'whatsapp', 'tiktok', 'youtube']) {
      const page = async () => (await fetch(`${sandbox.url}/?network=${network}&view=app`)).text()
      const forms = [...(await page()).matchAll(/data-path="\/person\/app"[^>]*data-fixed="([^"]*)"/g)]
      expect(forms, network).not.to.have.length(0)
      for (const [, fixed = ''] of forms) {
        const body = fixed.replaceAll('&quot;', '"')
        const headers = { 'content-type': 'application/json' }
        const response = await fetch(`${sandbox.url}/person/app`, { method: 'POST', headers, body })
        expect(response.status, body).to.equal(201)
      }
      const first = JSON.parse(forms[0]?.[1]?.replaceAll('&quot;', '"') ?? '{}')
      const { network: _network, ...set } = first
      await fetch(`${sandbox.url}/person/app`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(first),
      })
      const shown = (await page()).replaceAll('&quot;', '"')
      for (const [name, value] of Object.entries(set)) {
        expect(shown, network).to.include(`<dt>${name}</dt><dd>${JSON.stringify(value)}</dd>`)
      }
    }
    await app({ permissions: null, roles: null })
  })

  it('shows an app where no network is named', async () => {
    const page = await (await fetch(`${sandbox.url}/?view=app`)).text()
    expect(page).to.include('data-path="/person/app"')
  })

  it('a new app has no dialog for the permissions of Carillon', async () => {
    await app({ permissions: ['public_profile', 'email'], roles: ['nora.lindqvist'] })
    expect((await dialog({ scope: 'pages_show_list' })).page).to.include('Invalid Scopes: pages_show_list')
    await app({ permissions: null, roles: null })
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
