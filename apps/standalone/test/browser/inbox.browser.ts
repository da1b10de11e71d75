import { expect } from 'chai'
import { inspect, signIn, useDashboard } from './dashboard.ts'

const hostile = `<img src=x onerror=alert(1)> \u202edesrever\u202c ${'W'.repeat(400)}`

describe('dashboard: inbox', () => {
  const dashboard = useDashboard(
    async (whole) => {
      await whole.startWorker()
      await whole.sandboxCall('POST', '/whatsapp/app', { webhookUrl: `${whole.gatewayUrl}/webhooks/whatsapp` })
      const { accounts } = (await whole.sandboxCall('GET', '/state/facebook')).body
      const owner = accounts.find(({ pages }: { pages?: unknown[] }) => pages?.length === 1)
      const pageId = await whole.connect('facebook', { as: owner.handle })
      const page = (await whole.call('GET', `/profiles/${whole.profileId}/accounts/${pageId}`)).body
      const write = (as: string, text: string, more: object = {}) =>
        whole.sandboxCall('POST', '/person/message', { network: 'facebook', to: page.displayName, as, text, ...more })
      await write('Late Customer', 'Are you open on Sunday?', { ageHours: 30 })
      await write('Hostile Person', hostile)
      await write('Curious Person', 'Do you have rye bread?')
      const signup = await whole.call('POST', `/profiles/${whole.profileId}/whatsapp-signup`, {})
      const { authorizationUrl } = signup.body
      await whole.sandboxCall('POST', '/person/consent', { authorizationUrl, decision: 'approve' })
    },
    { networks: ['facebook', 'whatsapp'] },
  )

  dashboard.inOneView('the window of a network is closed in words', '/inbox', async (page) => {
    await page.getByRole('button').filter({ hasText: 'Late Customer' }).click()
    await page.getByText(/allows replies for 24 hours/).waitFor()
    expect(await page.getByLabel('Write a message').count()).to.equal(0)
  })

  dashboard.eachView('a message is read and replied to', '/inbox', async (page, view) => {
    const reply = `We do, ${view.width} ${view.scheme}`
    const list = page.getByRole('navigation', { name: 'Conversations' })
    await list
      .getByText(/Do you have rye bread|We do,/)
      .first()
      .waitFor()
    await inspect(page, 'inbox', view)
    await list
      .getByRole('button')
      .filter({ hasText: /Do you have rye bread|We do,/ })
      .first()
      .click()
    await page.getByText('Do you have rye bread?').last().waitFor()
    expect(new URL(page.url()).searchParams.get('with')).to.contain(':')
    await page.getByLabel('Write a message').fill(reply)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('log', { name: 'Messages' }).getByText(reply).waitFor()
    await inspect(page, 'inbox thread', view)
    const { body } = await dashboard.whole.sandboxCall('GET', '/state/facebook')
    expect(body.messages.filter(({ text }: { text: string }) => text === reply)).to.have.length(1)
  })

  dashboard.eachView(
    'conversations have names and marks, and are searched and filtered',
    '/inbox',
    async (page, view) => {
      const list = page.getByRole('navigation', { name: 'Conversations' })
      const late = list.getByRole('button').filter({ hasText: 'Late Customer' })
      await late.getByText('Unanswered').waitFor()
      await page.getByLabel('Search conversations').fill('late cust')
      await page.getByText(/^1 of \d+ conversations are shown/).waitFor()
      await page.getByLabel('Search conversations').fill('nobody at all')
      await page.getByText('No conversation matches').waitFor()
      await page.getByLabel('Search conversations').fill('')
      const { sandboxCall } = dashboard.whole
      const text = `News ${view.width} ${view.scheme}`
      const page2 = (await sandboxCall('GET', '/state/facebook')).body.accounts.find(
        ({ pages }: { pages?: unknown[] }) => pages?.length === 1,
      ).pages[0]
      await sandboxCall('POST', '/person/message', { network: 'facebook', to: page2.name, as: 'Late Customer', text })
      await dashboard.whole.context.pool.query("update message_sync set synced_at = now() - interval '10 minutes'")
      await page.reload()
      await late.getByRole('img', { name: 'Unread' }).waitFor()
      await page.getByLabel('Conversations to show').selectOption('unread')
      await page.getByText(/^[1-4] of 5 conversations are shown/).waitFor()
      await inspect(page, 'inbox unread', view)
      await late.click()
      await page.getByRole('log', { name: 'Messages' }).getByText(text).waitFor()
      await page.getByRole('region', { name: 'Conversation with Late Customer' }).waitFor()
    },
  )

  dashboard.eachView('a template is filled, previewed and sent', '/inbox', async (page, view) => {
    await page.getByRole('button', { name: 'New message' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send a template' })
    await dialog
      .getByLabel('Phone number')
      .fill(`+141555501${view.width === 390 ? 2 : 1}${view.scheme === 'dark' ? 1 : 2}`)
    await dialog.getByRole('combobox', { name: 'Template' }).click()
    await page.getByRole('option', { name: /^summer_sale .* paused/ }).click()
    await dialog.getByText('Its status is paused').waitFor()
    expect(await dialog.getByRole('button', { name: 'Send template' }).isDisabled()).to.equal(true)
    await dialog.getByRole('combobox', { name: 'Template' }).click()
    await dialog.getByRole('combobox', { name: 'Template' }).fill('order_up')
    await page.getByRole('option', { name: 'order_update · en_US', exact: true }).click()
    await dialog.getByLabel('Value of {{1}}').fill('Ada')
    await dialog.getByLabel('Value of {{2}}').fill('#123')
    await dialog.getByText('Hi Ada, order #123 is on its way.').waitFor()
    await inspect(page, 'inbox template', view)
    await dialog.getByRole('button', { name: 'Send template' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  dashboard.inOneView('hostile messages are only text', '/inbox', async (page) => {
    await page.getByRole('button').filter({ hasText: 'onerror' }).click()
    await page.getByRole('log', { name: 'Messages' }).getByText('<img src=x onerror=alert(1)>').waitFor()
    expect(await page.locator('img[src="x"]').count()).to.equal(0)
  })

  dashboard.inOneView(
    'the text of a message outlives the session, and is gone once it is sent',
    '/inbox',
    async (page) => {
      await page.getByRole('button').filter({ hasText: 'Curious Person' }).click()
      const field = page.getByLabel('Write a message')
      await field.fill('Still there')
      await page.context().clearCookies()
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await page.getByText('Your session has ended').waitFor()
      await signIn(page, dashboard.whole.apiKey)
      await field.waitFor()
      expect(await field.inputValue()).to.equal('Still there')
      await page.getByRole('button').filter({ hasText: 'onerror' }).click()
      await page.getByRole('log', { name: 'Messages' }).getByText('<img src=x').waitFor()
      expect(await field.inputValue()).to.equal('')
      await page.getByRole('button').filter({ hasText: 'Curious Person' }).click()
      await page.getByRole('log', { name: 'Messages' }).getByText('rye bread?').waitFor()
      expect(await field.inputValue()).to.equal('Still there')
      // The other conversation is opened while the message is on its way.
      const [held, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      await page.route('**/api/v1/messages', async (route) => {
        if (route.request().method() !== 'POST') return route.continue()
        held.resolve()
        await sent.promise
        return route.continue()
      })
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await held.promise
      const response = page.waitForResponse((one) => one.request().method() === 'POST')
      await page.getByRole('button').filter({ hasText: 'onerror' }).click()
      await page.getByRole('button').filter({ hasText: 'Curious Person' }).click()
      expect(await field.inputValue()).to.equal('')
      sent.resolve()
      expect((await response).status()).to.equal(201)
      await page.getByRole('log', { name: 'Messages' }).getByText('Still there').waitFor()
      expect(await field.inputValue()).to.equal('')
    },
    { complaints: /status of 401/ },
  )

  dashboard.inOneView(
    'a message that fails while another conversation is open is told of, and its text comes back',
    '/inbox',
    async (page) => {
      const [held, failed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      await page.route('**/api/v1/messages', async (route) => {
        if (route.request().method() !== 'POST') return route.continue()
        held.resolve()
        await failed.promise
        const error = { code: 'provider_rejected', message: 'Not to this recipient.' }
        return route.fulfill({ status: 422, json: { error } })
      })
      await page.getByRole('button').filter({ hasText: 'Curious Person' }).click()
      const field = page.getByLabel('Write a message')
      await field.fill('In vain')
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await held.promise
      await page.getByRole('button').filter({ hasText: 'onerror' }).click()
      await page.getByRole('log', { name: 'Messages' }).getByText('<img src=x').waitFor()
      failed.resolve()
      const alert = page.getByRole('alert').filter({ hasText: 'Not to this recipient.' })
      await alert.waitFor()
      await page.getByRole('button').filter({ hasText: 'Curious Person' }).click()
      await page.getByRole('log', { name: 'Messages' }).getByText('rye bread?').waitFor()
      expect(await field.inputValue()).to.equal('In vain')
      // Beside its form, an error is shown once.
      await alert.getByRole('button', { name: 'Close' }).click()
      await alert.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await alert.waitFor()
      expect(await alert.count()).to.equal(1)
      await field.fill('')
    },
    { complaints: /status of 422/ },
  )

  dashboard.inOneView('Enter twice sends a message once, however busy the page is', '/inbox', async (page) => {
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/messages')) sent.push(request.url())
    })
    await page.getByRole('button').filter({ hasText: 'Curious Person' }).click()
    const field = page.getByLabel('Write a message')
    await field.fill('Only once')
    // A busy browser runs timers after the keys that wait.
    await page.evaluate(`(() => {
      const { setTimeout } = window
      const held = []
      window.setTimeout = (...timer) => held.push(timer)
      window.release = () => {
        window.setTimeout = setTimeout
        for (const timer of held) setTimeout(...timer)
      }
    })()`)
    await field.press('Enter')
    await field.press('Enter')
    await page.evaluate('release()')
    await page.getByRole('log', { name: 'Messages' }).getByText('Only once').waitFor()
    expect(sent).to.have.length(1)
  })
})
