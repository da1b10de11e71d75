import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { Webhook } from 'standardwebhooks'
import { inspect, useDashboard } from '../dashboard.ts'

interface Received {
  headers: Record<string, string>
  body: string
}

const headersOf = ({ headers }: IncomingMessage) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

describe('dashboard: webhooks', () => {
  const dashboard = useDashboard(async () => {}, {
    networks: ['x'],
    env: { WEBHOOK_ALLOWED_ORIGINS: 'http://127.0.0.1:*', WEBHOOK_RETRY_SCALE: '1000' },
  })
  const received: Received[] = []
  let status = 200
  let receiver: Server
  let origin: string

  before(async () => {
    receiver = createServer(async (req, res) => {
      received.push({ headers: headersOf(req), body: await text(req) })
      res.writeHead(status, { 'content-type': 'text/plain' }).end(status === 200 ? 'Thank you' : 'Out of order')
    })
    await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
    origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  })
  after(() => receiver.close())
  beforeEach(() => {
    status = 200
    received.length = 0
  })

  dashboard.eachView(
    'an endpoint is created, tested, changed, disabled, gets another secret and is deleted',
    '/webhooks',
    async (page, view) => {
      const url = `${origin}/${view.width}`
      await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
      await page.getByRole('button', { name: 'Create endpoint' }).first().click()
      const form = page.getByRole('dialog', { name: 'Create an endpoint' })
      await form.getByLabel('URL').fill(url)
      await inspect(page, 'webhooks create', view)
      await form.getByRole('button', { name: 'Create endpoint' }).click()
      const shown = page.getByRole('dialog', { name: 'Copy the secret now' })
      const secret = (await shown.locator('pre').textContent()) ?? ''
      await shown.getByRole('button', { name: 'Done' }).click()
      expect(await page.content()).not.to.contain(secret)
      await page.getByRole('row').filter({ hasText: url }).getByText('Nothing delivered yet').waitFor()
      await inspect(page, 'webhooks', view)

      await page.getByRole('link', { name: url }).click()
      await page.getByRole('button', { name: 'Send a test' }).click()
      const delivery = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem').first()
      await delivery.getByText('Delivered').waitFor()
      await delivery.getByRole('button', { name: '1 attempt' }).click()
      await delivery.getByText('HTTP 200').waitFor()
      await delivery.getByText('Thank you').waitFor()
      const request = await delivery.locator('pre').textContent()
      expect(request).to.contain(`POST ${url}`).and.contain('"type": "ping"').and.contain('webhook-id: ')
      await inspect(page, 'webhooks endpoint', view)
      const [{ headers, body } = { headers: {}, body: '' }] = received
      expect(new Webhook(secret).verify(body, headers)).to.include({ type: 'ping' })

      await page.getByRole('button', { name: 'Edit' }).click()
      const edit = page.getByRole('dialog', { name: 'Edit the endpoint' })
      await edit.getByLabel('Types of events').click()
      await page.getByRole('option', { name: 'publish.published' }).click()
      await edit.getByLabel('Description').fill('The shop')
      await edit.getByRole('button', { name: 'Save' }).click()
      await edit.waitFor({ state: 'detached' })
      await page.getByText('The shop').waitFor()
      await page.getByText('All types', { exact: true }).waitFor()
      const listed = async () => (await dashboard.whole.call('GET', '/webhook-endpoints')).body.webhookEndpoints[0]
      expect(await listed()).to.deep.include({ url, types: ['*', 'publish.published'], description: 'The shop' })

      await page.getByRole('button', { name: 'Disable' }).click()
      await page.getByRole('button', { name: 'Enable' }).waitFor()
      expect(await listed()).to.include({ status: 'disabled', disabledReason: 'manual' })
      expect(await page.getByRole('button', { name: 'Replay' }).count()).to.equal(0)

      await page.getByRole('button', { name: 'Rotate secret' }).click()
      await inspect(page, 'webhooks rotate', view)
      await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click()
      const renewed = page.getByRole('dialog', { name: 'Copy the secret now' })
      const second = (await renewed.locator('pre').textContent()) ?? ''
      expect(second)
        .to.match(/^whsec_/)
        .and.not.equal(secret)
      await renewed.getByRole('button', { name: 'Done' }).click()

      await page.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('button', { name: 'Delete endpoint' }).click()
      await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
      await page.getByText('No endpoint yet').waitFor()
      expect(await listed()).to.equal(undefined)
    },
  )

  dashboard.eachView('a failed delivery is retried, and past events are replayed', '/webhooks', async (page, view) => {
    const { whole } = dashboard
    const body = { url: `${origin}/failing/${view.width}`, types: ['account.*'] }
    const { id } = (await whole.call('POST', '/webhook-endpoints', body)).body
    status = 503
    await whole.connect('x', { as: view.width === 390 ? 'mira_bells' : 'otto_premium' })
    await page.goto(`${whole.gatewayUrl}/dashboard/webhooks/${id}`)
    const delivery = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem').first()
    await delivery.getByRole('button', { name: '1 attempt' }).click()
    await delivery.getByText('HTTP 503').waitFor()
    await delivery.getByText('Out of order').waitFor()
    await inspect(page, 'webhooks failing', view)
    status = 200
    await delivery.getByRole('button', { name: 'Retry' }).click()
    await delivery.getByText('Delivered').waitFor()
    const [first, second] = received
    expect(second?.headers['webhook-id']).to.equal(first?.headers['webhook-id'])

    await page.getByRole('button', { name: 'Replay' }).click()
    const dialog = page.getByRole('dialog', { name: 'Replay past events' })
    await dialog.getByLabel('Only events that the endpoint has not received').click()
    const preview = await dialog.getByText(/\d events? will be delivered/).textContent()
    await inspect(page, 'webhooks replay', view)
    await dialog.getByRole('button', { name: 'Replay' }).click()
    const replayed = await page.getByText(/events? (is|are) being delivered/).textContent()
    expect(replayed?.split(' ')[0]).to.equal(preview?.split(' ')[0])
    await page.getByRole('button', { name: 'Done' }).click()
    // The page polls the endpoint, which then no longer exists.
    await page.getByRole('link', { name: 'All endpoints' }).click()
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
    await whole.call('DELETE', `/webhook-endpoints/${id}`)
    await page.reload()
    await page.getByText('No endpoint yet').waitFor()
  })

  dashboard.inOneView(
    'a URL that is not allowed is rejected in words',
    '/webhooks',
    async (page) => {
      await page.getByRole('button', { name: 'Create endpoint' }).first().click()
      const form = page.getByRole('dialog', { name: 'Create an endpoint' })
      await form.getByLabel('URL').fill('http://192.0.2.1/hook')
      await form.getByRole('button', { name: 'Create endpoint' }).click()
      await form.getByRole('alert').waitFor()
    },
    { complaints: /status of 4/ },
  )
})
