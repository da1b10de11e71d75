import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats/dist/index.js'
import { expect } from 'chai'
import { type ApiResponse, startWhole, type Whole } from './whole.ts'

// The document and what the sandbox holds are looked into field by field.
// biome-ignore lint/suspicious/noExplicitAny: a JSON boundary of tests
type Json = any

interface Sent {
  /** Selects the example of the body, where there is one for each platform. */
  platform?: string
  path?: Record<string, string>
  query?: Record<string, string>
  /** In the place of the example's own values: what it cannot know of this installation. */
  instead?: Record<string, unknown>
}

const prefix = '/api/v1'

describe('the examples of the OpenAPI document', function () {
  this.timeout(600_000)
  let whole: Whole
  let document: Json
  let profileId: string
  const accounts: Record<string, string> = {}
  const ajv = new Ajv2020({ strict: false, allErrors: true, discriminator: false })
  addFormats.default(ajv)
  /** Operations that were sent, and the platforms whose examples were. */
  const seen = new Map<string, Set<string>>()

  function operation(id: string): { path: string; method: string; row: Json } {
    for (const [path, methods] of Object.entries<Json>(document.paths)) {
      for (const [method, row] of Object.entries<Json>(methods))
        if (row.operationId === id) return { path, method, row }
    }
    throw new Error(`no operation ${id}`)
  }

  function examplesOf(row: Json): [platform: string, body: Json][] {
    const { example, examples } = row.requestBody?.content['application/json'] ?? {}
    if (example) return [['', example]]
    return Object.entries<Json>(examples ?? {}).map(([platform, { value }]) => [platform, value])
  }

  function bodyOf(row: Json, { platform = '', instead = {} }: Sent): unknown {
    const found = examplesOf(row).find(([name]) => name === platform)?.[1]
    if (!found) return undefined
    // No field is added to an example: it has to be complete.
    const replaced = Object.fromEntries(Object.entries(instead).filter(([name]) => name in found))
    const text = JSON.stringify({ ...found, ...replaced })
    return JSON.parse(text.replaceAll('https://media.example.com', new URL(whole.sandbox.url).origin))
  }

  /** Sends the example of an operation; its response has to be a success that fits the schema. */
  async function send(id: string, sent: Sent = {}): Promise<Json> {
    const { path, method, row } = operation(id)
    const filled = path
      .slice(prefix.length)
      .replace(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(sent.path?.[name] ?? ''))
    const search = new URLSearchParams(sent.query).toString()
    const response: ApiResponse = await whole.call(
      method.toUpperCase(),
      search ? `${filled}?${search}` : filled,
      bodyOf(row, sent),
    )
    const what = `${id} ${sent.platform ?? ''} ${JSON.stringify(response.body)?.slice(0, 600)}`
    expect(response.status, what).to.be.lessThan(300)
    const content = row.responses[response.status]?.content?.['application/json']
    if (content) {
      const place = `/paths/${path.replaceAll('/', '~1')}/${method}/responses/${response.status}/content/application~1json/schema`
      ajv.validate({ $ref: `document#${encodeURI(place)}` }, response.body)
      expect(ajv.errors, what).to.equal(null)
    } else expect(response.body, what).to.equal(null)
    seen.set(id, (seen.get(id) ?? new Set()).add(sent.platform ?? ''))
    return response.body
  }

  const person = async (act: string, body: object) => (await whole.sandboxCall('POST', `/person/${act}`, body)).body
  const account = (platform: string) => String(accounts[platform])
  const about = (platform: string) => ({ platform, accountId: account(platform) })

  before(async () => {
    whole = await startWhole({
      env: { COMMENTS_STALE_AFTER_SECONDS: '0', WEBHOOK_ALLOWED_ORIGINS: 'http://127.0.0.1:*' },
    })
    // It starts with its first use, which on a busy machine takes longer than a call to a network may take.
    await whole.sandboxCall('GET', '/state/bluesky')
    document = (await whole.call('GET', '/openapi.json')).body
    ajv.addSchema(document, 'document')
    profileId = whole.profileId
  })
  after(() => whole?.close())

  it('manage profiles', async () => {
    const { id } = await send('profiles.create')
    await send('profiles.list')
    await send('profiles.get', { path: { profileId: id } })
    await send('profiles.replace', { path: { profileId: id } })
    await send('profiles.delete', { path: { profileId: id } })
  })

  it('connect an account on every network', async () => {
    const path = { profileId }
    for (const [platform] of examplesOf(operation('connections.start').row)) {
      const started = await send('connections.start', { platform, path, instead: { handle: 'ada.test' } })
      const { authorizationUrl, connectionSessionId } = started
      // The default user has one Page and no ads.
      const as = platform === 'facebook' ? { as: 'tomas.ferrer' } : {}
      const { finalUrl } = await person('consent', { authorizationUrl, decision: 'approve', ...as })
      if (finalUrl.startsWith(whole.gatewayUrl)) {
        const page = await (await fetch(finalUrl)).text()
        const [, chosen = ''] = /name="chosen" value="([^"]+)"/.exec(page) ?? []
        await fetch(finalUrl, { method: 'POST', body: new URLSearchParams({ chosen }), redirect: 'manual' })
      }
      const session = await send('connections.get', { path: { profileId, connectionSessionId } })
      expect(session.status, platform).to.equal('completed')
      accounts[platform] = session.accountIds[0]
    }
    const { authorizationUrl, connectionSessionId } = await send('connections.signup', { path })
    await whole.sandboxCall('POST', '/whatsapp/app', { webhookUrl: `${whole.gatewayUrl}/webhooks/whatsapp` })
    await person('consent', { authorizationUrl, decision: 'approve' })
    accounts['whatsapp'] = (await send('connections.get', { path: { profileId, connectionSessionId } })).accountIds[0]
  })

  it('create, list and delete connect links, and change what their pages show', async () => {
    await send('organization.update')
    await send('organization.get')
    const { id } = await send('connectLinks.create', { path: { profileId } })
    await send('connectLinks.list', { path: { profileId } })
    await send('connectLinks.delete', { path: { profileId, connectLinkId: id } })
  })

  it('read and change accounts', async () => {
    await send('accounts.list', { query: { profileId } })
    await send('accounts.listOfProfile', { path: { profileId } })
    await send('accounts.get', { path: { profileId, accountId: account('bluesky') } })
    await send('accounts.update', { path: { profileId, accountId: account('x') } })
    await send('accounts.refresh', { path: { profileId } })
  })

  it('publish a post on every network, list and delete it', async () => {
    const ended: Record<string, string> = {}
    const platforms = examplesOf(operation('posts.publish').row).map(([platform]) => platform)
    for (const platform of platforms) {
      const found = await send('posts.validate', { platform, instead: { accountId: account(platform) } })
      expect(found.problems, platform).to.deep.equal([])
      const { publishId } = await send('posts.publish', { platform, instead: { accountId: account(platform) } })
      ended[platform] = (await whole.ended(publishId)).status
      await send('publishes.get', { path: { publishId } })
    }
    expect(ended).to.deep.equal(Object.fromEntries(platforms.map((platform) => [platform, 'published'])))
    await send('publishes.list')
    const [publish] = (await whole.call('GET', '/posts/publishes')).body.publishes
    const { writes } = await send('writes.list', { query: { requestId: publish.requestId } })
    expect(writes.map(({ id }: Json) => id)).to.deep.equal([publish.publishId])
    const { publishId } = await send('posts.publish', {
      platform: 'bluesky',
      instead: { accountId: account('bluesky'), text: 'Once more.' },
    })
    await whole.ended(publishId)
    await whole.context.pool.query(`update external_write set status = 'unknown' where id = $1`, [publishId])
    await send('publishes.resolve', { path: { publishId } })
    await send('posts.list', { query: { profileId } })
    const { posts } = await send('posts.list', { query: about('bluesky') })
    await send('posts.delete', { path: { postId: posts[0].id }, query: about('bluesky') })
  })

  it('schedule a post on every network, change, release and cancel it', async () => {
    const publishAt = new Date(Date.now() + 3_600_000).toISOString()
    const rows = examplesOf(operation('schedules.create').row)
    const ids: string[] = []
    for (const [platform, { post }] of rows) {
      const ours = { post: { ...post, accountId: account(platform) } }
      const { scheduleId } = await send('schedules.create', { platform, instead: { publishAt, ...ours } })
      await send('schedules.update', { platform, path: { scheduleId }, instead: ours })
      ids.push(scheduleId)
    }
    const path = { scheduleId: ids[0] ?? '' }
    await send('schedules.update', { platform: 'any', path, instead: { publishAt } })
    await send('schedules.get', { path })
    const { schedules } = await send('schedules.list', { query: { profileId } })
    expect(schedules).to.have.length(rows.length)
    await send('slots.replace', { path: { profileId } })
    await send('slots.get', { path: { profileId }, query: { accountId: account('bluesky') } })
    for (const scheduleId of ids.slice(0, -1)) await send('schedules.cancel', { path: { scheduleId } })
    await send('schedules.release', { path: { scheduleId: ids.at(-1) ?? '' } })
  })

  it('read, write, moderate and delete comments', async () => {
    for (const [platform] of examplesOf(operation('comments.create').row)) {
      const { providerId, displayName } = await send('accounts.get', {
        path: { profileId, accountId: account(platform) },
      })
      const { body: state } = await whole.sandboxCall('GET', `/state/${platform}`)
      const owner = state.accounts.find((one: Json) => Object.values(one).includes(providerId))
      const as = platform === 'facebook' ? displayName : owner.handle
      const { id: postId } = await person('post', { network: platform, as, text: 'What do you think?' })
      const theirs = (await person('comment', { network: platform, on: postId, text: 'Do you open on Sunday?' })).ids[0]
      await send('comments.list', { query: { ...about(platform), postId } })
      await send('comments.recent', { query: { accountId: account(platform), unanswered: 'true' } })
      const known = { accountId: account(platform), postId, parentId: theirs }
      const { comment } = await send('comments.create', { platform, instead: known })
      await send('comments.update', { platform, path: { commentId: theirs }, instead: known })
      await send('comments.delete', { path: { commentId: comment.id }, query: about(platform) })
    }
  })

  it('read and send messages', async () => {
    for (const [platform] of examplesOf(operation('messages.send').row)) {
      const { displayIdentifier, displayName } = await send('accounts.get', {
        path: { profileId, accountId: account(platform) },
      })
      const to = platform === 'facebook' ? displayName : displayIdentifier
      const { sender } = platform === 'whatsapp' ? {} : await person('message', { network: platform, to, text: 'Hi' })
      await send('messages.list', { query: { accountId: account(platform) } })
      if (platform === 'whatsapp') await send('messages.templates.list', { query: about(platform) })
      // WhatsApp takes any phone number: its example is sent as it is.
      const recipient = sender === undefined ? {} : { recipient: sender }
      await send('messages.send', { platform, instead: { accountId: account(platform), ...recipient } })
    }
  })

  it('read every report', async () => {
    const reports = Object.values<Json>(document.paths).flatMap((methods) => Object.values<Json>(methods))
    for (const { operationId } of reports.filter((row) => row.operationId.startsWith('analytics.'))) {
      await send(operationId, { query: { accountId: account(operationId.split('.')[1]) } })
    }
  })

  it('read ads, and create, change and delete a campaign', async () => {
    const accountId = account('facebook')
    const query = { accountId }
    const { adAccounts } = await send('ads.accounts.list', { query })
    const { businesses } = await send('ads.businesses.list', { query })
    await send('ads.accounts.create', { instead: { accountId, businessId: businesses[0].id } })
    const { id: adAccountId } = adAccounts.find(({ currency }: Json) => currency === 'USD')
    const path = { adAccountId }
    await send('ads.accounts.get', { path, query })
    await send('ads.accounts.update', { path, instead: { accountId } })
    await send('ads.tree.get', { query: { accountId, adAccountId } })
    await send('ads.insights.get', { query: { accountId, adAccountId } })
    const { id: postId } = await person('post', { network: 'facebook', as: 'Ferrer Cycling', text: 'Rye week' })
    const { campaign } = await send('ads.campaigns.create', { instead: { accountId, adAccountId, postIds: [postId] } })
    await send('ads.status.update', { instead: { accountId, adAccountId, id: campaign.id } })
    await send('ads.campaigns.delete', { path: { campaignId: campaign.id }, query: { accountId, adAccountId } })
    await send('ads.leads.list', { query })
  })

  it('read the usage', async () => {
    expect((await send('usage.get')).operations).to.have.length.above(0)
    expect((await send('quotas.list')).quotas).to.have.length.above(0)
    expect((await send('platforms.list')).platforms).to.have.length.above(0)
  })

  it('read an upload', async () => {
    const created = await fetch(`${whole.gatewayUrl}${prefix}/uploads`, {
      method: 'POST',
      headers: { authorization: `Bearer ${whole.apiKey}`, 'tus-resumable': '1.0.0', 'upload-length': '1000' },
    })
    expect(created.status).to.equal(201)
    const [, uploadId = ''] = /\/uploads\/(.+)$/.exec(created.headers.get('location') ?? '') ?? []
    expect(await send('uploads.get', { path: { uploadId } })).to.include({ status: 'incomplete', bytes: 1_000 })
  })

  it('create a webhook endpoint, test it, replay events and delete it', async () => {
    const receiver = createServer((_request, response) => response.writeHead(204).end()).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const { port } = receiver.address() as AddressInfo
    const { id: endpointId } = await send('webhookEndpoints.create', { instead: { url: `http://127.0.0.1:${port}/` } })
    const path = { endpointId }
    await send('webhookEndpoints.list')
    const { deliveryId } = await send('webhookEndpoints.test', { path })
    const statusOf = async () => {
      const { deliveries } = await send('webhookEndpoints.deliveries.list', { path })
      return deliveries.find(({ id }: Json) => id === deliveryId).status
    }
    while ((await statusOf()) === 'pending') await setTimeout(50)
    expect(await statusOf()).to.equal('delivered')
    await send('webhookEndpoints.deliveries.get', { path: { endpointId, deliveryId } })
    await send('webhookEndpoints.deliveries.retry', { path: { endpointId, deliveryId } })
    await send('webhookEndpoints.secret.renew', { path })
    await send('webhookEndpoints.update', { path })
    const since = new Date(Date.now() - 3_600_000).toISOString()
    const { deliveries } = await send('webhookEndpoints.replay', { path, instead: { since } })
    expect(deliveries).to.be.above(0)
    await send('webhookEndpoints.get', { path })
    await send('webhookEndpoints.delete', { path })
    receiver.close()
    receiver.closeAllConnections()
  })

  it('manage API keys and allowed origins', async () => {
    await send('keys.current')
    const { keyId } = await send('keys.create')
    await send('keys.list')
    await send('keys.check', { path: { keyId } })
    await send('keys.update', { path: { keyId } })
    await send('keys.delete', { path: { keyId } })
    await send('requests.list', { query: { keyId } })
    const { origin } = await send('origins.create')
    await send('origins.list')
    await send('origins.delete', { query: { origin } })
    // Entries are stored soon after the response.
    let entries: Json[] = []
    while (entries.length === 0) {
      entries = (await send('auditLog.list', { query: { action: 'keys.delete' } })).entries
    }
    expect(entries).to.have.length(1)
    expect(entries[0].targets).to.deep.equal([{ type: 'key', id: keyId }])
  })

  it('disconnect', async () => {
    await send('accounts.disconnect', { path: { profileId, accountId: account('bluesky') } })
  })

  it('read what has happened: the events of all the changes above', async () => {
    const types = new Set<string>()
    let page = await send('events.list', { query: { limit: '200' } })
    for (;;) {
      for (const event of page.events) {
        types.add(event.type)
        const words = event.type.split('.').map((word: string) => word.charAt(0).toUpperCase() + word.slice(1))
        ajv.validate({ $ref: `document#/components/schemas/${words.join('')}Event` }, event)
        expect(ajv.errors, JSON.stringify(event)).to.equal(null)
      }
      if (!page.hasMore) break
      page = await send('events.list', { query: { limit: '200', cursor: page.cursor } })
    }
    const expected = [
      'publish.published',
      'publish.resolved',
      'post.deleted',
      'connection.completed',
      'account.connected',
      'account.updated',
      'account.disconnected',
      'comment.created',
      'comment.updated',
      'comment.deleted',
      'message.sent',
      'campaign.created',
    ]
    expect(expected.filter((type) => !types.has(type))).to.deep.equal([])
  })

  it('are all of them sent: every operation, and every body that is shown', () => {
    const missing = Object.values<Json>(document.paths).flatMap((methods) =>
      Object.values<Json>(methods).flatMap((row) => {
        const bodies = examplesOf(row).map(([platform]) => platform)
        const wanted = bodies.length > 0 ? bodies : ['']
        const sent = seen.get(row.operationId)
        return wanted.filter((platform) => !sent?.has(platform)).map((platform) => `${row.operationId} ${platform}`)
      }),
    )
    expect(missing).to.deep.equal([])
  })
})
