import { expect } from 'chai'
import { inspect, signIn, useDashboard } from '../dashboard.ts'

describe('dashboard: keys', () => {
  const profiles: string[] = []
  let accountId: string
  const dashboard = useDashboard(
    async (whole) => {
      accountId = await whole.connect('x')
      for (const name of ['Bakery', 'Florist']) profiles.push((await whole.call('POST', '/profiles', { name })).body.id)
    },
    { networks: ['x'] },
  )

  /** Sends a request with a key of its own. */
  const send = (key: string, path: string, body?: object) =>
    fetch(`${dashboard.whole.gatewayUrl}/api/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })

  dashboard.eachView(
    'a key that may only reply to comments of two profiles, 50 a day, in few steps, shown once and deleted',
    '/keys',
    async (page, view) => {
      const name = `Replies ${view.width}`
      await page.getByRole('link', { name: 'Create key' }).click()
      await page.getByLabel('Name').fill(name)
      await page.getByRole('radio', { name: 'Reply to comments' }).click()
      await page.getByRole('combobox', { name: 'Profiles' }).click()
      await page.getByRole('option', { name: 'Bakery' }).click()
      await page.getByRole('option', { name: 'Florist' }).click()
      await page.keyboard.press('Escape')
      await page.getByLabel('Replies a day').fill('50')
      await inspect(page, 'keys new', view)
      await page.getByRole('button', { name: 'Create key' }).click()
      const shown = page.getByRole('dialog', { name: 'Copy the key now' })
      const key = (await shown.locator('pre').textContent()) ?? ''
      await inspect(page, 'keys shown', view)
      await shown.getByRole('button', { name: 'Done' }).click()
      await page.getByText('0 of 50 replies today').waitFor()
      expect(await page.content()).not.to.contain(key)
      await inspect(page, 'keys one', view)
      expect(await (await send(key, '/keys/current')).json()).to.deep.include({
        name,
        scopes: ['comments:write', 'accounts:read', 'posts:read'],
        profileIds: profiles,
        budgets: { repliesPerDay: 50 },
      })
      const post = await send(key, '/posts', { platform: 'x', accountId, text: 'No' })
      expect([post.status, post.headers.get('www-authenticate')?.includes('posts:write')]).to.deep.equal([403, true])

      await page.getByRole('link', { name: 'All keys' }).click()
      await page.getByRole('row').filter({ hasText: name }).getByText('Bakery, Florist').waitFor()
      await inspect(page, 'keys', view)
      await page.getByRole('link', { name }).click()
      await page.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete key' }).click()
      await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
      await page.getByRole('row').filter({ hasText: name }).waitFor({ state: 'detached' })
      expect((await send(key, '/profiles')).status).to.equal(401)
    },
  )

  dashboard.eachView(
    'before a key is narrowed, what that would have rejected is counted',
    '/keys',
    async (page, view) => {
      const { whole } = dashboard
      const made = (await whole.call('POST', '/keys', { name: `Wide ${view.width}`, preset: 'publisher' })).body
      for (let sent = 0; sent < 3; sent++)
        expect(
          (await send(made.apiKey, '/posts', { platform: 'x', accountId, text: `${view.width} ${sent}` })).status,
        ).to.equal(201)
      const kept = async () => (await whole.call('GET', `/requests?keyId=${made.keyId}`)).body.requests.length
      while ((await kept()) < 3) await new Promise((done) => setTimeout(done, 50))
      await page.goto(`${whole.gatewayUrl}/dashboard/keys/${made.keyId}`)
      await page.getByRole('link', { name: 'Edit' }).click()
      await page.getByText("None of the key's 3 requests would have been rejected.").waitFor()
      await page.getByRole('switch', { name: 'Choose each scope' }).click()
      await page.getByRole('radiogroup', { name: 'Scope of posts' }).getByText('Read').click()
      await page.getByText('This key would have been rejected 3 times, of 3 requests.').waitFor()
      await page.getByText('takes posts:write').waitFor()
      await inspect(page, 'keys narrow', view)
      await page.getByRole('button', { name: 'Save changes' }).click()
      await page.getByRole('heading', { level: 1, name: `Wide ${view.width}`, exact: true }).waitFor()
      const { keys } = (await whole.call('GET', '/keys')).body
      const [changed, ...others] = keys.filter(({ name }: { name: string }) => name === `Wide ${view.width}`)
      expect(others).to.deep.equal([])
      expect(changed).to.deep.include({ keyId: made.keyId })
      expect(changed.scopes).to.include('posts:read').and.not.include('posts:write')
      await whole.call('DELETE', `/keys/${made.keyId}`)
      await page.getByRole('link', { name: 'All keys' }).click()
      await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
    },
  )

  dashboard.inOneView(
    'pages and buttons that the key of the session may not use are not offered',
    '/keys',
    async (page) => {
      const { whole } = dashboard
      const scopes = ['keys:read', 'profiles:read']
      const { apiKey, keyId } = (await whole.call('POST', '/keys', { name: 'Looks only', scopes })).body
      await page.context().clearCookies()
      await page.reload()
      await signIn(page, apiKey)
      await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
      expect(await page.getByRole('link', { name: 'Create key' }).count()).to.equal(0)
      const links = page.getByRole('navigation').getByRole('link')
      const names = await links.allTextContents()
      expect(names).to.include.members(['API keys', 'Profiles']).and.not.include.members(['Compose'])
      for (const name of ['Compose', 'Activity', 'Requests', 'Webhooks', 'Ads']) expect(names).not.to.include(name)
      await page.goto(`${whole.gatewayUrl}/dashboard/activity`)
      await page.getByText('audit:read').waitFor()
      await page.keyboard.press('c')
      await page.keyboard.press('Shift+?')
      const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
      await list.waitFor()
      expect(await list.getByText('Compose').count()).to.equal(0)
      await page.keyboard.press('Escape')
      await page.goto(`${whole.gatewayUrl}/dashboard/keys/${keyId}`)
      await page.getByRole('heading', { level: 1, name: 'Looks only' }).waitFor()
      expect(await page.getByRole('button', { name: 'Delete' }).count()).to.equal(0)
    },
    { complaints: /status of 401/ },
  )
})
