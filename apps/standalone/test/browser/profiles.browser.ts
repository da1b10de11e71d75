import { expect } from 'chai'
import { untilTrue } from './browser.ts'
import { inspect, useDashboard } from './dashboard.ts'

describe('dashboard: profiles', () => {
  const dashboard = useDashboard(async (whole) => {
    await whole.connect('bluesky', { as: 'ada.test', body: { handle: 'ada.test' } })
    await whole.call('POST', '/profiles', { name: '<b>Bakery</b> \u202eyrekaB \u202c', externalId: 'customer-7' })
    await whole.call('POST', '/profiles', { name: 'W'.repeat(200) })
  })

  dashboard.inOneView('the whole navigation is in view', '/accounts', async (page) => {
    await page.getByRole('link', { name: 'Settings' }).waitFor()
    // It is loaded later than the list below it.
    await page.getByRole('combobox', { name: 'Profile' }).filter({ visible: true }).waitFor()
    for (const height of [1000, 960, 950, 900, 860, 850, 800, 770]) {
      await page.setViewportSize({ width: 1440, height })
      await untilTrue(
        page,
        `(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)(
          document.querySelector('nav .mantine-ScrollArea-viewport'))`,
        `the whole navigation is in view at a height of ${height} px`,
      )
    }
    // On a screen that is too low, a scroll bar says that there is more.
    await page.setViewportSize({ width: 1440, height: 600 })
    await page.locator('nav .mantine-ScrollArea-scrollbar[data-orientation="vertical"]').waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: 'Colours and sign out' }).click()
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    await page.locator('[data-mantine-color-scheme="dark"]').waitFor()
    await inspect(page, 'colours', { width: 1440, scheme: 'light' })
    await page.getByRole('menuitemradio', { name: 'As the system' }).click()
  })

  dashboard.eachView('the chosen profile is in view and searched among many', '/accounts', async (page, view) => {
    const { call } = dashboard.whole
    const { profiles } = (await call('GET', '/profiles')).body
    for (let n = profiles.length; n < 52; n++) await call('POST', '/profiles', { name: `Customer ${n}` })
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    const field = page.getByRole('combobox', { name: 'Profile' }).filter({ visible: true })
    await field.click()
    await inspect(page, 'profiles list', view)
    await field.fill('customer 51')
    await page.getByRole('option', { name: 'Customer 51' }).click()
    await page.getByText('No account is connected yet').waitFor()
    expect(await field.inputValue()).to.equal('Customer 51')
  })

  dashboard.eachView('profiles are created, changed and deleted', '/profiles', async (page, view) => {
    const name = `Harbour café ${view.width} ${view.scheme}`
    await page.getByRole('heading', { level: 1, name: 'Profiles' }).waitFor()
    await page.getByRole('button', { name: 'Create profile' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create a profile' })
    await dialog.getByLabel('Name').fill('Test')
    await inspect(page, 'profiles create', view)

    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Create profile' }).click()
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByRole('button', { name: 'Create profile' }).click()
    await page.getByRole('row').filter({ hasText: name }).waitFor()

    await page.getByRole('button', { name: `Edit ${name}` }).click()
    await page.getByLabel('Your own id').fill(`cafe-${view.width}-${view.scheme}`)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(`cafe-${view.width}-${view.scheme}`, { exact: true }).waitFor()

    await page.getByRole('button', { name: `Delete ${name}` }).click()
    const question = page.getByRole('dialog', { name: 'Delete this profile?' })
    await question.getByText('No account is connected to it.').waitFor()
    await question.getByRole('button', { name: 'Delete profile' }).click()
    await page.getByRole('row').filter({ hasText: name }).waitFor({ state: 'detached' })
    const { body } = await dashboard.whole.call('GET', '/profiles')
    expect(body.profiles.map((profile: { name: string }) => profile.name)).not.to.include(name)
  })

  dashboard.eachView('a profile with accounts names them before it is deleted', '/profiles', async (page, view) => {
    const { name } = (await dashboard.whole.call('GET', `/profiles/${dashboard.whole.profileId}`)).body
    await page.getByRole('button', { name: `Delete ${name}`, exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Delete this profile?' })
    await question.getByText('Ada Lovelace').waitFor()
    await inspect(page, 'profiles delete', view)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
  })

  dashboard.inOneView(
    'a name that is taken is said beside its field',
    '/profiles',
    async (page) => {
      const { name } = (await dashboard.whole.call('GET', `/profiles/${dashboard.whole.profileId}`)).body
      await page.getByRole('button', { name: 'Create profile' }).click()
      await page.getByLabel('Name').fill(name)
      await page.getByRole('dialog').getByRole('button', { name: 'Create profile' }).click()
      await page.getByText('Another profile has this name.').waitFor()
    },
    { complaints: /status of 409/ },
  )

  dashboard.inOneView('a dialog stays while its profile is saved, and closes no other', '/profiles', async (page) => {
    let respond = () => {}
    const responds = new Promise<void>((resolve) => {
      respond = resolve
    })
    await page.route('**/api/v1/profiles', async (route) => {
      if (route.request().method() === 'POST') await responds
      await route.continue()
    })
    const sent = page.waitForRequest((request) => request.method() === 'POST')
    await page.getByRole('button', { name: 'Create profile' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create a profile' })
    await dialog.getByLabel('Name').fill('Slow')
    await dialog.getByRole('button', { name: 'Create profile' }).click()
    await sent
    // The page shows that the request is in flight a moment after it is sent.
    await dialog.getByRole('button', { name: 'Close', disabled: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    expect(await dialog.isVisible()).to.equal(true)
    expect(await dialog.getByRole('button', { name: 'Close' }).isDisabled()).to.equal(true)
    respond()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('row').filter({ hasText: 'Slow' }).waitFor()
  })

  dashboard.inOneView('the search is in the URL, and a slash leads to it', '/profiles?q=bak', async (page) => {
    await page.getByText('customer-7').waitFor()
    expect(await page.getByRole('row').count()).to.equal(2)
    await page.keyboard.press('/')
    await page.keyboard.press('End')
    await page.keyboard.type('x')
    await page.getByText('No profile matches').waitFor()
    expect(new URL(page.url()).searchParams.get('q')).to.equal('bakx')
  })
})
