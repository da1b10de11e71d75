import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import express, { type Request } from 'express'
import type { NetworkFault } from '../../src/faults.ts'
import { eachTest } from '../fixture.ts'
import { type Json, startRig } from './rig.ts'

describe('youtube: for the frame', () => {
  const rig = eachTest(startRig)

  const request = (method: string, path: string, headers: Record<string, string> = {}) =>
    ({ method, path, get: (name: string) => headers[name] }) as unknown as Request

  const names: [string, string, Record<string, string>, string | undefined][] = [
    ['GET', '/o/oauth2/v2/auth', {}, undefined],
    ['POST', '/o/oauth2/v2/auth', {}, undefined],
    ['POST', '/token', {}, 'oauth.token'],
    ['POST', '/revoke', {}, 'oauth.revoke'],
    ['GET', '/oauth2/v3/tokeninfo', {}, 'oauth.tokeninfo'],
    ['GET', '/youtube/v3/channels', {}, 'channels.list'],
    ['GET', '/youtube/v3/playlistItems', {}, 'playlistItems.list'],
    ['GET', '/youtube/v3/videos', {}, 'videos.list'],
    ['DELETE', '/youtube/v3/videos', {}, 'videos.delete'],
    ['POST', '/upload/youtube/v3/videos', {}, 'videos.insert'],
    ['PUT', '/upload/youtube/v3/videos', { 'content-range': 'bytes 0-9/10' }, 'media.upload'],
    ['PUT', '/resumable/upload/youtube/v3/videos', { 'content-range': 'bytes */10' }, 'media.status'],
    ['GET', '/youtube/v3/search', {}, 'GET /youtube/v3/search'],
  ]
  for (const [method, path, headers, name] of names) {
    it(`calls ${method} ${path} ${name ?? 'a page of people'}`, () => {
      expect(rig.network.operation(request(method, path, headers))).to.equal(name)
    })
  }

  const worded: [NetworkFault, string, number, string][] = [
    ['throttle', '/youtube/v3/videos', 429, 'rateLimitExceeded'],
    ['quota-exhausted', '/youtube/v3/videos', 403, 'quotaExceeded'],
    ['upload-limit-exceeded', '/youtube/v3/videos', 400, 'uploadLimitExceeded'],
    ['unavailable', '/youtube/v3/videos', 503, 'backendError'],
    ['accept-then-500', '/youtube/v3/videos', 500, 'internalError'],
    ['throttle', '/token', 429, 'rate_limit_exceeded'],
    ['unavailable', '/token', 503, 'temporarily_unavailable'],
  ]
  for (const [fault, path, status, word] of worded) {
    it(`words ${fault} at ${path}`, async () => {
      const app = express().use((req, res) => rig.network.sendFault(fault, req, res))
      const server = app.listen(0, '127.0.0.1')
      await once(server, 'listening')
      try {
        const method = path === '/token' ? 'POST' : 'GET'
        const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { method })
        const { error } = (await response.json()) as Json
        expect(response.status).to.equal(status)
        expect(error.errors?.[0].reason ?? error).to.equal(word)
      } finally {
        server.closeAllConnections()
        server.close()
      }
    })
  }

  it('shows people, the default one first, and one without a channel', async () => {
    const { accounts, posts } = await rig.state()
    expect(accounts[0]).to.include({
      handle: 'nora.videos',
      channelId: 'UCn0raFiLmsSandboxCh4nnA',
      title: 'Nora Videos',
    })
    expect(accounts.find(({ handle }: Json) => handle === 'viewer.only').channelId).to.equal(null)
    const owners = new Set(accounts.map(({ id }: Json) => id))
    for (const post of posts) expect(owners.has(post.accountId)).to.equal(true)
  })

  it('lets people comment and like', async () => {
    const { comment, like } = rig.network.person
    const on = 'n0raSn0wF1l'
    const said: Json = await comment?.({ on, text: 'Lovely', as: 'bakery.lux' })
    const [id] = said.ids
    const reply: Json = await comment?.({ on, text: 'Thanks', as: 'nora.videos', parent: id })
    expect(reply.ids[0].startsWith(`${id}.`)).to.equal(true)
    await like?.({ postId: 'n0raSn0wF1l' })
    await like?.({ commentId: id })
    const { comments, posts } = await rig.state()
    expect(comments.find((one: Json) => one.id === id)).to.include({
      authorHandle: 'bakery.lux',
      text: 'Lovely',
      likes: 1,
    })
    expect(posts.find(({ id }: Json) => id === 'n0raSn0wF1l').likes).to.equal(88)
    const token = await rig.token()
    const { json } = await rig.api('/youtube/v3/videos?part=statistics&id=n0raSn0wF1l', token)
    expect(json.items[0].statistics).to.include({ commentCount: '4', likeCount: '88' })
  })

  it('lets nobody comment in vain', () => {
    const wrong: Record<string, unknown>[] = [
      { text: '', on: 'n0raSn0wF1l' },
      { text: 'Hi' },
      { text: 'Hi', on: 'nobodyknows' },
      { text: 'Hi', on: 'n0raPr1vat1' },
      { text: 'Hi', on: 'bakeQu1etO1' },
      { text: 'Hi', on: 'n0raSn0wF1l', as: 'viewer.only' },
      { text: 'Hi', on: 'n0raSn0wF1l', parent: 'Ugx-harb0rFirst0000AaABAg' },
      { text: 'Hi', on: 'n0raSn0wF1l', count: 0 },
    ]
    for (const body of wrong) expect(() => rig.network.person['comment']?.(body)).to.throw(RangeError)
    expect(() => rig.network.person['like']?.({ commentId: 'nothing' })).to.throw(RangeError)
    const both = { commentId: 'Ugx-harb0rFirst0000AaABAg', postId: 'n0raSn0wF1l' }
    expect(() => rig.network.person['like']?.(both)).to.throw(RangeError, 'postId')
  })

  it('is a new project, which is not audited and in testing, until it is said otherwise', async () => {
    const fresh = await startRig({ project: {} })
    try {
      const app = fresh.network.person['app']
      expect(await app?.({})).to.deep.equal({ audited: false, testing: true })
      expect(await app?.({ network: 'youtube', audited: true })).to.deep.equal({ audited: true, testing: true })
      expect(() => app?.({ audit: true })).to.throw(RangeError)
    } finally {
      await fresh.close()
    }
  })
})
