import { expect } from 'chai'
import type { Page, Request } from 'playwright-core'
import { inspect, signIn, useDashboard } from './dashboard.ts'

/** Ends the session of the browser as its expiry does. */
const forget = (page: Page) => page.context().clearCookies()

describe('dashboard: signing in and out', () => {
  const dashboard = useDashboard()

  dashboard.eachView(
    'a wrong key is rejected in words, and the right one leads to where one was',
    '/profiles',
    async (page, view) => {
      await page.getByRole('heading', { level: 1, name: 'Profiles' }).waitFor()
      await forget(page)
      await page.goto(`${dashboard.whole.gatewayUrl}/dashboard/settings`)
      await page.getByLabel('API key').fill('carillon_nothing')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByText('This key is not valid').waitFor()
      await inspect(page, 'sign in', view)
      await signIn(page, dashboard.whole.apiKey)
      await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
      expect(new URL(page.url()).pathname).to.equal('/dashboard/settings')
    },
    { complaints: /status of 401/ },
  )

  dashboard.inOneView(
    'a session that ends leads to the sign-in and back to the same page',
    '/profiles?q=fau',
    async (page) => {
      await page.getByRole('button', { name: 'Create profile' }).waitFor()
      await forget(page)
      await page.getByRole('button', { name: 'Create profile' }).click()
      await page.getByLabel('Name').fill('Too late')
      await page.getByRole('dialog').getByRole('button', { name: 'Create profile' }).click()
      await page.getByText('Your session has ended').waitFor()
      await signIn(page, dashboard.whole.apiKey)
      await page.getByRole('heading', { level: 1, name: 'Profiles' }).waitFor()
      expect(new URL(page.url()).searchParams.get('q')).to.equal('fau')
    },
    { complaints: /status of 401/ },
  )

  dashboard.inOneView('nothing of the key stays in the browser', '/profiles', async (page) => {
    await page.getByRole('heading', { level: 1, name: 'Profiles' }).waitFor()
    const kept = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, document.documentElement.outerHTML])',
    )
    expect(kept).not.to.contain(dashboard.whole.apiKey)
    const [cookie] = await page.context().cookies()
    expect(cookie).to.include({ httpOnly: true, sameSite: 'Strict' })
    expect(cookie?.value).not.to.contain(dashboard.whole.apiKey)
  })

  dashboard.inOneView('signing out forgets everything', '/profiles', async (page) => {
    await page.getByRole('button', { name: 'Colours and sign out' }).click()
    await page.getByRole('menuitem', { name: 'Sign out here' }).click()
    await page.getByText('You have signed out.').waitFor()
    expect(await page.context().cookies()).to.deep.equal([])
  })

  dashboard.inOneView('a read that is in flight is given up when one signs out', '/settings', async (page) => {
    const isRead = (request: Request) => request.url().endsWith('/api/v1/profiles')
    const [held, signedOut] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/api/v1/profiles', async (route) => {
      held.resolve()
      await signedOut.promise
      // The page may have given it up.
      await route.continue().catch(() => {})
    })
    await page.getByRole('link', { name: 'Profiles' }).click()
    await held.promise
    const over = Promise.race([
      page.waitForEvent('requestfinished', isRead),
      page.waitForEvent('requestfailed', isRead),
    ])
    // The session ends, the read meets that, and only then does the page learn of the end.
    await page.route('**/dashboard/session', async (route) => {
      const response = await route.fetch()
      signedOut.resolve()
      await over
      await route.fulfill({ response })
    })
    await page.getByRole('button', { name: 'Colours and sign out' }).click()
    await page.getByRole('menuitem', { name: 'Sign out here' }).click()
    await page.getByText('You have signed out.').waitFor()
    await page.unrouteAll({ behavior: 'wait' })
  })

  dashboard.inOneView(
    'a session that cannot be ended goes on',
    '/profiles',
    async (page) => {
      await page.route('**/dashboard/session', (route) =>
        route.request().method() === 'DELETE' ? route.abort() : route.continue(),
      )
      await page.getByRole('button', { name: 'Colours and sign out' }).click()
      await page.getByRole('menuitem', { name: 'Sign out here' }).click()
      await page.getByText('Carillon cannot be reached').waitFor()
      await page.getByRole('button', { name: 'Create profile' }).waitFor()
    },
    { complaints: /ERR_FAILED/ },
  )

  dashboard.inOneView(
    'signing out everywhere ends the sessions of other browsers',
    '/profiles',
    async (page) => {
      const other = await dashboard.browser.newContext()
      const { gatewayUrl, apiKey } = dashboard.whole
      await other.request.post(`${gatewayUrl}/dashboard/session`, { data: { key: apiKey } })
      const status = async () =>
        (
          await other.request.get(`${gatewayUrl}/dashboard/session`, { headers: { 'carillon-dashboard': '1' } })
        ).status()
      expect(await status()).to.equal(200)
      await page.getByRole('button', { name: 'Colours and sign out' }).click()
      await page.getByRole('menuitem', { name: 'Sign out everywhere' }).click()
      await page.getByText('You have signed out.').waitFor()
      expect(await status()).to.equal(401)
      await other.close()
    },
    { complaints: /status of 401/ },
  )

  dashboard.inOneView(
    'a service that does not respond is said in words, and can be tried again',
    '/profiles',
    async (page) => {
      await page.getByRole('heading', { level: 1, name: 'Profiles' }).waitFor()
      await page.route('**/api/v1/profiles', (route) => route.abort())
      await page.reload()
      await page.getByText('Carillon cannot be reached').waitFor()
      await page.unroute('**/api/v1/profiles')
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByText('Default', { exact: true }).first().waitFor()
    },
    { complaints: /ERR_FAILED/ },
  )

  dashboard.eachView('a page that is not there', '/nowhere', async (page) => {
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  })

  dashboard.eachView('the navigation and the colour scheme', '/profiles', async (page, view) => {
    if (view.width === 390) await page.getByRole('button', { name: 'Open the navigation' }).click()
    const other = view.scheme === 'dark' ? 'Light' : 'Dark'
    await page.getByRole('button', { name: 'Colours and sign out' }).click()
    await page.getByRole('menuitemradio', { name: other }).click()
    const scheme = await page.evaluate("document.documentElement.getAttribute('data-mantine-color-scheme')")
    expect(scheme).to.equal(view.scheme === 'dark' ? 'light' : 'dark')
    await inspect(page, 'other scheme', view)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    await page.keyboard.press('Shift+?')
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
  })
})
