import { expect } from 'chai'
import { inspect, useDashboard } from './dashboard.ts'

describe('dashboard: settings', () => {
  const dashboard = useDashboard(async () => {}, { env: { YOUTUBE_CLIENT_SECRET: '' } })

  dashboard.eachView('keys are created, shown once and deleted', '/settings', async (page, view) => {
    const name = `Importer ${view.width} ${view.scheme}`
    await page.getByRole('heading', { level: 2, name: 'API keys' }).waitFor()
    await page.getByRole('button', { name: 'Create key' }).click()
    const form = page.getByRole('dialog', { name: 'Create a key' })
    await form.getByLabel('Name').fill(name)
    await inspect(page, 'settings create key', view)
    await form.getByRole('button', { name: 'Create key' }).click()
    const shown = page.getByRole('dialog', { name: 'Copy the key now' })
    const key = (await shown.locator('pre').textContent()) ?? ''
    const reply = await fetch(`${dashboard.whole.gatewayUrl}/api/v1/profiles`, {
      headers: { authorization: `Bearer ${key}` },
    })
    expect(reply.status).to.equal(200)
    await inspect(page, 'settings key shown', view)
    await shown.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('row').filter({ hasText: name }).waitFor()
    expect(await page.content()).not.to.contain(key)

    await page.getByRole('button', { name: `Delete ${name}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete key' }).click()
    await page.getByRole('row').filter({ hasText: name }).waitFor({ state: 'detached' })
    const after = await fetch(`${dashboard.whole.gatewayUrl}/api/v1/profiles`, {
      headers: { authorization: `Bearer ${key}` },
    })
    expect(after.status).to.equal(401)
  })

  dashboard.eachView('what each social network lacks is named, and no value is shown', '/settings', async (page) => {
    const table = page.getByRole('table', { name: 'Social networks' })
    await table.getByRole('row').filter({ hasText: 'Instagram' }).getByText('Ready').waitFor()
    const youtube = table.getByRole('row').filter({ hasText: 'YouTube' })
    await youtube.getByText('Settings missing').waitFor()
    await youtube.getByText('YOUTUBE_CLIENT_SECRET').waitFor()
    const { config } = dashboard.whole.context
    const secrets = Object.values(config.networks).flatMap((network) => Object.values(network.secrets))
    const shown = await page.content()
    for (const secret of secrets) if (secret) expect(shown).not.to.contain(secret)
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
})
