import { limits } from '@carillon/domain'
import { expect } from 'chai'
import { useDashboard } from './dashboard.ts'

describe('dashboard: settings', () => {
  const dashboard = useDashboard(async () => {}, { env: { YOUTUBE_CLIENT_SECRET: '' } })

  dashboard.eachView('what each social network lacks is named, and no value is shown', '/settings', async (page) => {
    const table = page.getByRole('table', { name: 'Social networks' })
    await table.getByRole('row').filter({ hasText: 'Instagram' }).getByText('Ready').waitFor()
    const youtube = table.getByRole('row').filter({ hasText: 'YouTube' })
    await youtube.getByText('Settings missing').waitFor()
    await youtube.getByText('YOUTUBE_CLIENT_SECRET').waitFor()
    // On a phone, the approvals are not listed.
    const whatsapp = table.getByRole('row').filter({ hasText: 'WhatsApp' })
    await whatsapp.getByText(/enrolment as a Tech Provider/).waitFor({ state: 'attached' })
    const { config } = dashboard.whole.context
    const secrets = Object.values(config.networks).flatMap((network) => Object.values(network.secrets))
    const shown = await page.content()
    for (const secret of secrets) if (secret) expect(shown).not.to.contain(secret)
  })

  dashboard.inOneView('the organization gets a name, a colour and a logo', '/settings', async (page) => {
    const name = page.getByLabel('Name')
    expect(Number(await name.getAttribute('maxlength'))).to.equal(limits.organizationName)
    await name.fill('Rye Agency')
    await page.getByLabel('Colour of buttons').fill('#7a1fa2')
    await page.getByRole('button', { name: 'Save' }).click()
    const photo = await fetch(`${dashboard.whole.sandbox.url}/samples/photo-300x300.png`)
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(await photo.arrayBuffer()) })
    const logo = page.getByRole('img', { name: 'Logo of Rye Agency' })
    await logo.waitFor()
    const { body } = await dashboard.whole.call('GET', '/organization')
    expect(body).to.include({ name: 'Rye Agency', color: '#7a1fa2' })
    expect(await logo.getAttribute('src')).to.equal(new URL(body.logoUrl).pathname)
    await page.getByRole('button', { name: 'Remove logo' }).click()
    await logo.waitFor({ state: 'detached' })
    expect((await dashboard.whole.call('GET', '/organization')).body.logoUrl).to.equal(null)
  })

  dashboard.inOneView('origins are allowed and removed', '/settings', async (page) => {
    const origin = 'https://shop.example.com'
    await page.getByLabel('Allow another origin').fill(origin)
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('row').filter({ hasText: origin }).waitFor()
    await page.getByRole('button', { name: `Remove ${origin}` }).click()
    await page.getByRole('button', { name: 'Remove origin' }).click()
    await page.getByRole('row').filter({ hasText: origin }).waitFor({ state: 'detached' })
    const { body } = await dashboard.whole.call('GET', '/origins')
    expect(body.origins).not.to.include(origin)
  })

  dashboard.inOneView(
    'an invalid origin is said in words',
    '/settings',
    async (page) => {
      await page.getByLabel('Allow another origin').fill('shop')
      await page.getByRole('button', { name: 'Allow' }).click()
      await page.getByRole('alert').waitFor()
    },
    { complaints: /status of 4/ },
  )

  dashboard.inOneView(
    'lists that cannot be read say why, and are no tables without rows',
    '/profiles',
    async (page) => {
      const error = { code: 'internal_error', message: 'No list.' }
      await page.route(/\/api\/v1\/(?:keys|origins|webhook-endpoints)(?:\?|$)/, (route) =>
        route.fulfill({ status: 500, json: { error } }),
      )
      const lists = { '/keys': 'API keys', '/settings': 'Allowed origins', '/webhooks': 'Webhook endpoints' }
      for (const [path, name] of Object.entries(lists)) {
        await page.goto(`${dashboard.whole.gatewayUrl}/dashboard${path}`)
        await page.getByRole('alert').getByText('No list.').waitFor()
        expect(await page.getByRole('table', { name }).count(), name).to.equal(0)
      }
    },
    { complaints: /status of 500/ },
  )
})
