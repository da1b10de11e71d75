import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import express from 'express'
import { FACEBOOK_APP, INSTAGRAM_APP, VERIFY_TOKEN } from '../../src/meta/apps.ts'
import { image } from './files.ts'
import {
  INSTAGRAM_LOGIN_SCOPES,
  instagramAccess,
  LINKED_SCOPES,
  type PageAccess,
  pageAccess,
  type Rig,
  startRig,
} from './rig.ts'

const SCOPES = [...LINKED_SCOPES, 'pages_messaging', 'pages_manage_metadata', 'instagram_manage_messages']
const FIELDS = 'feed,messages,message_echoes,message_deliveries,message_reads'

interface Received {
  network: string
  signedBy: string
  // biome-ignore lint/suspicious/noExplicitAny: the shapes are what the tests are about
  body: any
}

const signers = { facebook: FACEBOOK_APP.secret, instagram: INSTAGRAM_APP.secret }

describe('meta: push', () => {
  let rig: Rig
  let page: PageAccess
  let gateway: Server
  let origin: string
  let received: Received[]
  let statuses: number[]
  let changed: () => void

  before(async () => {
    const app = express()
    app.get('/webhooks/:network', ({ query }, response) => {
      const isKnown = query['hub.verify_token'] === VERIFY_TOKEN
      response.status(isKnown ? 200 : 403).send(String(query['hub.challenge']))
    })
    app.post('/webhooks/:network', express.raw({ type: () => true }), ({ body, headers, params }, response) => {
      const sign = (secret: string) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
      const signer = Object.entries(signers).find(([, secret]) => sign(secret) === headers['x-hub-signature-256'])
      received.push({ network: String(params['network']), signedBy: signer?.[0] ?? 'nobody', body: JSON.parse(body) })
      response.status(statuses.shift() ?? 200).end()
      changed()
    })
    gateway = createServer(app).listen(0, '127.0.0.1')
    await once(gateway, 'listening')
    origin = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
  })
  after(() => void gateway.close())
  beforeEach(async () => {
    received = []
    statuses = []
    changed = () => {}
    rig = await startRig()
    page = await pageAccess(rig, { scopes: SCOPES })
    for (const name of ['facebook', 'instagram'] as const) {
      await rig[name].configureApp?.({ network: name, webhookUrl: `${origin}/webhooks/${name}` })
    }
  })
  afterEach(async () => {
    await rig.facebook.close?.()
    await rig.instagram.close?.()
    await rig.close()
  })

  async function untilReceived(count: number): Promise<Received[]> {
    while (received.length < count) {
      await new Promise<void>((resolve) => {
        changed = resolve
      })
    }
    return received
  }
  const subscribe = (fields = FIELDS) =>
    rig.post(`${page.url}/subscribed_apps`, { access_token: page.token, subscribed_fields: fields })
  const act = async (what: string, body: Record<string, unknown>, name: 'facebook' | 'instagram' = 'facebook') =>
    // biome-ignore lint/suspicious/noExplicitAny: the responses of the double
    (await rig[name].person[what]?.(body)) as any
  const post = async () => (await act('post', { as: 'Lindqvist Bakery', text: 'Bread' })).id
  const changes = () => received.flatMap(({ body }) => body.entry).flatMap(({ changes: list = [] }) => list)

  it('subscribes with the permissions of each field, lists the fields, and unsubscribes', async () => {
    expect((await subscribe('feed,nothing')).status).to.equal(400)
    expect((await subscribe()).body).to.deep.equal({ success: true })
    const { body } = await rig.get(`${page.url}/subscribed_apps`, { access_token: page.token })
    expect(body.data).to.deep.equal([
      { id: FACEBOOK_APP.id, name: FACEBOOK_APP.name, subscribed_fields: FIELDS.split(',') },
    ])
    const asked = await rig.get(`${page.url}/subscribed_apps`, {
      access_token: page.token,
      fields: 'subscribed_fields',
    })
    expect(asked.body.data).to.deep.equal([{ id: FACEBOOK_APP.id, subscribed_fields: FIELDS.split(',') }])
    await rig.send(`${page.url}/subscribed_apps?access_token=${page.token}`, { method: 'DELETE' })
    expect((await rig.get(`${page.url}/subscribed_apps`, { access_token: page.token })).body.data).to.deep.equal([])
  })

  it('posts comments as they are written, edited, hidden, shown and removed', async () => {
    await subscribe()
    const on = await post()
    const { ids } = await act('comment', { on, text: 'Hi', as: 'Robin Example' })
    await untilReceived(1)
    await act('comment-edit', { id: ids[0], text: 'Hello' })
    await untilReceived(2)
    for (const hidden of [true, false]) await act('comment-hide', { id: ids[0], hidden })
    await act('comment-delete', { id: ids[0] })
    await untilReceived(3)
    expect(changes().map(({ field, value }) => [field, value.item, value.verb, value.message])).to.deep.equal([
      ['feed', 'comment', 'add', 'Hi'],
      ['feed', 'comment', 'edited', 'Hello'],
      ['feed', 'comment', 'hide', undefined],
      ['feed', 'comment', 'unhide', undefined],
      ['feed', 'comment', 'remove', undefined],
    ])
    expect(received.map(({ network, signedBy }) => `${network} ${signedBy}`)).to.deep.equal(
      Array(3).fill('facebook facebook'),
    )
    expect(changes()[0].value).to.include({ comment_id: ids[0], post_id: on, parent_id: on })
  })

  it('posts messages of both sides, also old ones, and what was delivered and read', async () => {
    await subscribe()
    const { ids, sender } = await act('message', { to: 'Lindqvist Bakery', as: 'Alex Writer', ageHours: 5 })
    await untilReceived(1)
    expect(received[0]?.body.entry[0].messaging[0]).to.deep.equal({
      sender: { id: sender },
      recipient: { id: page.id },
      timestamp: Date.UTC(2026, 10, 20, 7),
      message: { mid: ids[0], text: 'Hello' },
    })
    await rig.send(`${page.url}/messages?access_token=${page.token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ recipient: { id: sender }, messaging_type: 'RESPONSE', message: { text: 'Yes' } }),
    })
    await untilReceived(2)
    expect(received[1]?.body.entry[0].messaging[0].message).to.include({ text: 'Yes', is_echo: true })
    await act('delivery', { to: 'Lindqvist Bakery', as: 'Alex Writer' })
    await untilReceived(3)
    const reports = received[2]?.body.entry.map(({ messaging: [event] }: { messaging: object[] }) => event)
    expect(reports.map((event: object) => Object.keys(event).at(-1))).to.deep.equal(['delivery', 'read'])
  })

  it('posts what happens on an Instagram account for the login that subscribed it', async () => {
    const inbox = ['instagram_business_manage_comments', 'instagram_business_manage_messages']
    const login = await instagramAccess(rig, { scopes: [...INSTAGRAM_LOGIN_SCOPES, ...inbox] })
    const as = 'lindqvist.bakery'
    const { id: on } = await act('post', { as }, 'instagram')
    await act('comment', { on, text: 'Nobody is told' }, 'instagram')
    await rig.post(`${rig.urls.instagram}/v25.0/me/subscribed_apps`, {
      access_token: login.token,
      subscribed_fields: 'comments,messages',
    })
    const { ids } = await act('comment', { on, text: 'Hi', as: 'robin.example' }, 'instagram')
    const [first] = await untilReceived(1)
    expect([first?.network, first?.signedBy]).to.deep.equal(['instagram', 'instagram'])
    expect(changes()[0]).to.deep.include({ field: 'comments' })
    expect(changes()[0].value).to.deep.include({
      id: ids[0],
      text: 'Hi',
      media: { id: on, media_product_type: 'FEED' },
    })
    await subscribe('feed')
    await act('message', { to: as, text: 'Both apps' }, 'instagram')
    await untilReceived(3)
    expect(received.slice(1).map(({ signedBy }) => signedBy)).to.have.members(['instagram', 'facebook'])
  })

  it('does not name the album of a comment on one', async () => {
    const scopes = [...INSTAGRAM_LOGIN_SCOPES, 'instagram_business_manage_comments']
    const { url, token } = await instagramAccess(rig, { scopes })
    const make = async (edge: string, form: Record<string, string>): Promise<string> =>
      (await rig.post(`${url}/${edge}`, { access_token: token, ...form })).body.id
    const image_url = 'https://media.example/a.jpg'
    rig.web.set(image_url, { bytes: await image(320, 320), contentType: 'image/jpeg' })
    const part = { image_url, is_carousel_item: 'true' }
    const children = [await make('media', part), await make('media', part)].join()
    rig.advance(400)
    const creation_id = await make('media', { media_type: 'CAROUSEL', children })
    rig.advance(400)
    const on = await make('media_publish', { creation_id })
    await rig.post(`${rig.urls.instagram}/v25.0/me/subscribed_apps`, {
      access_token: token,
      subscribed_fields: 'comments',
    })
    await act('comment', { on, text: 'Hi', as: 'robin.example' }, 'instagram')
    await untilReceived(1)
    const { body } = await rig.get(`${rig.urls.instagram}/v25.0/${on}`, { access_token: token, fields: 'children' })
    expect(changes()[0].value.media.id).to.equal(body.children.data[0].id).and.not.to.equal(on)
  })

  it('batches, repeats and reverses, and posts nothing when it is told so', async () => {
    await subscribe()
    const on = await post()
    await rig.facebook.configureApp?.({ network: 'facebook', shuffle: true, duplicate: true })
    await act('comment', { on, count: 3 })
    await untilReceived(2)
    const words = (body: Received['body']) =>
      body.entry.map(({ changes: [change] }: { changes: { value: { message: string } }[] }) => change?.value.message)
    for (const { body } of received) expect(words(body)).to.deep.equal(['Comment 3', 'Comment 2', 'Comment 1'])
    await rig.facebook.configureApp?.({ network: 'facebook', push: false })
    await act('comment', { on })
    await rig.facebook.configureApp?.({ network: 'facebook', push: true, shuffle: false, duplicate: false })
    await act('comment', { on, text: 'last' })
    await untilReceived(3)
    expect(words(received[2]?.body)).to.deep.equal(['last'])
  })

  it('posts again what was not taken, and shows its app with every attempt', async () => {
    await subscribe()
    statuses = [503]
    await act('comment', { on: await post(), text: 'Hi' })
    await untilReceived(2)
    expect(received[1]?.body).to.deep.equal(received[0]?.body)
    const { app } = (await rig.facebook.state()) as { app: Record<string, unknown> }
    expect(app).to.include({ secret: FACEBOOK_APP.secret, verifyToken: VERIFY_TOKEN, push: true })
    expect((app['webhooks'] as { attempt: number }[])[0]).to.include({ attempt: 1, status: 503, updates: 1 })
  })

  it('verifies a callback URL before it is used', async () => {
    const set = (path: string) => rig.facebook.configureApp?.({ webhookUrl: `${origin}${path}` })
    const problem = await set('/nowhere')?.then(
      () => '',
      ({ message }: Error) => message,
    )
    expect(problem).to.match(/could not be verified/)
  })
})
