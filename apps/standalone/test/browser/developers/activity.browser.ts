import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { inspect, useDashboard } from '../dashboard.ts'

describe('dashboard: activity and requests', () => {
  let publishId: string
  let requestId: string
  const dashboard = useDashboard(
    async (whole) => {
      const accountId = await whole.connect('x')
      const published = await whole.call('POST', '/posts', { platform: 'x', accountId, text: 'Fresh bread' })
      publishId = published.body.publishId
      requestId = (await whole.call('GET', `/posts/publishes/${publishId}`)).body.requestId
      const { apiKey } = (await whole.call('POST', '/keys', { name: 'Reader', preset: 'read' })).body
      const rejected = await fetch(`${whole.gatewayUrl}/api/v1/profiles`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Never' }),
      })
      expect(rejected.status).to.equal(403)
    },
    { networks: ['x'] },
  )

  dashboard.eachView('who has changed what, with filters and as CSV', '/activity', async (page, view) => {
    const list = page.getByRole('list', { name: 'Activity' })
    const publish = list.getByRole('listitem').filter({ hasText: publishId })
    await publish.getByText('posts.publish').waitFor()
    const rejected = list.getByRole('listitem').filter({ hasText: 'insufficient_scope' })
    await rejected.getByText('Reader').waitFor()
    await inspect(page, 'activity', view)
    const started = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const csv = readFileSync(await (await started).path(), 'utf8')
    expect(csv).to.contain('id,at,action,actorType').and.contain(`publish:${publishId}`)

    await page.getByRole('combobox', { name: 'Action' }).click()
    await page.getByRole('option', { name: 'profiles.create' }).click()
    await publish.waitFor({ state: 'detached' })
    await rejected.waitFor()
    expect(new URL(page.url()).searchParams.get('action')).to.equal('profiles.create')
    await page.goto(`${dashboard.whole.gatewayUrl}/dashboard/activity?about=${publishId}`)
    await publish.getByRole('link', { name: `publish ${publishId}` }).click()
    await page.getByRole('heading', { level: 1, name: 'Publish on X' }).waitFor()
    await page.goBack()
    await publish.getByRole('link', { name: 'Request' }).click()
    await page.getByRole('heading', { level: 1, name: 'Requests' }).waitFor()
    await page.getByText('POST /posts').waitFor()
  })

  dashboard.eachView('from a publish to its request and back', '/requests', async (page, view) => {
    const { whole } = dashboard
    await page.getByRole('list', { name: 'Requests' }).getByText('insufficient_scope').waitFor()
    await inspect(page, 'requests', view)
    await page.goto(`${whole.gatewayUrl}/dashboard/publishes/${publishId}`)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy as' }).click()
    await page.getByRole('menuitem', { name: 'curl' }).click()
    await page.getByText('The request was copied as curl').waitFor()
    const copied = await page.evaluate('navigator.clipboard.readText()')
    expect(copied).to.contain(`curl -X GET '${whole.gatewayUrl}/api/v1/posts/publishes/${publishId}'`)
    await page.getByRole('link', { name: requestId }).click()
    await page.getByRole('heading', { level: 1, name: 'Requests' }).waitFor()
    const item = page.getByRole('list', { name: 'Requests' }).getByRole('listitem').filter({ hasText: 'POST /posts' })
    await item.getByText('201').waitFor()
    await item.getByRole('button', { name: 'Details' }).click()
    await item.getByText(requestId).waitFor()
    await inspect(page, 'request details', view)
    await item
      .getByRole('link', { name: `publish ${publishId}` })
      .first()
      .click()
    await page.getByRole('heading', { level: 1, name: 'Publish on X' }).waitFor()
  })

  dashboard.inOneView('requests of one status and operation, by the URL', '/requests?status=4xx', async (page) => {
    const list = page.getByRole('list', { name: 'Requests' })
    await list.getByText('POST /profiles').waitFor()
    expect(await list.getByText('POST /posts').count()).to.equal(0)
    await page.getByRole('combobox', { name: 'Operation' }).click()
    await page.getByRole('option', { name: 'posts.publish' }).click()
    await page.getByText('No request matches').waitFor()
    expect(new URL(page.url()).searchParams.get('operation')).to.equal('posts.publish')
  })

  dashboard.inOneView('a request that failed unexpectedly leads to the runbook', '/requests', async (page) => {
    // As a bug leaves it.
    const { db } = dashboard.whole.context
    const failed = { status: 500, code: 'internal_error' }
    await db.kysely.updateTable('apiRequest').set(failed).where('code', '=', 'insufficient_scope').execute()
    await page.reload()
    const item = page.getByRole('list', { name: 'Requests' }).getByRole('listitem').filter({ hasText: '500' })
    await item.getByRole('link', { name: 'Runbook' }).click()
    await page.getByRole('heading', { name: 'InternalErrors' }).waitFor()
  })

  dashboard.inOneView(
    'a page of a list that cannot be read is not requested over and over',
    '/profiles',
    async (page) => {
      await page.clock.install()
      const cursors: (string | null)[] = []
      const cursorOf = (url: string) => new URL(url).searchParams.get('cursor')
      let isLimited = true
      await page.route('**/api/v1/requests?*', async (route) => {
        const cursor = cursorOf(route.request().url())
        cursors.push(cursor)
        if (cursor !== null && isLimited) {
          return route.fulfill({ status: 429, json: { error: { code: 'rate_limited', message: 'Too many.' } } })
        }
        const response = await route.fetch({ url: route.request().url().replace('cursor=next', 'limit=1') })
        const { requests } = await response.json()
        return route.fulfill({ response, json: { requests, nextCursor: cursor === null ? 'next' : null } })
      })
      await page.goto(`${dashboard.whole.gatewayUrl}/dashboard/requests`)
      await page.getByRole('alert').getByText('Too many requests').waitFor()
      const polled = page.waitForRequest(
        (request) => request.url().includes('/requests?') && cursorOf(request.url()) === null,
      )
      await page.clock.fastForward('00:16')
      await polled
      expect(cursors.filter((cursor) => cursor !== null).length, 'requests for the page').to.be.at.most(2)
      isLimited = false
      await page.getByText(/^End of the list/).waitFor()
    },
    { complaints: /status of 429/, keepsTab: true },
  )
})
