import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Outbound, OutboundRequest } from '@carillon/outbound'
import { expect } from 'chai'
import { instagramConnect } from '../../src/instagram/connect.ts'
import type { Credentials } from '../../src/instagram/credentials.ts'
import { instagramPosts } from '../../src/instagram/posts.ts'
import { instagramPublish } from '../../src/instagram/publish.ts'
import { answering } from '../fake-answer.ts'
import { container, documentedExchange, linkedAccount, longLived, me, page, permissions } from '../instagram/answers.ts'
import { begun } from '../instagram/drive.ts'
import {
  accountCall,
  accountId,
  appCall,
  carouselPost,
  facebookCredentials,
  image,
  instagramCredentials,
  type Post,
  publishCall,
  singlePost,
} from '../instagram/network.ts'

interface Parameter {
  name: string
  type: string
}

interface Spec {
  apis: { method: string; endpoint?: string; name?: string; params: Parameter[] }[]
  fields: { name: string }[]
}

/** What the specifications lack: documented elsewhere, or taken by every call. */
const everywhere = ['fields', 'limit', 'after', 'access_token', 'appsecret_proof']
const lacking: Record<string, string[]> = { 'POST media': ['is_ai_generated'] }
/** Under another name in one of the specifications. */
const renamed: Record<string, string> = { media_publish: 'mediapublish' }

const typed: Record<string, (text: string) => boolean> = {
  string: (text) => text !== '',
  bool: (text) => ['true', 'false'].includes(text),
  'unsigned int': (text) => /^\d+$/.test(text),
  datetime: (text) => /^\d+$/.test(text),
  'list<string>': (text) => everyItem(text, (item) => typeof item === 'string'),
  'list<map>': (text) => everyItem(text, (item) => typeof item === 'object' && item !== null),
}

function everyItem(text: string, fits: (item: unknown) => boolean): boolean {
  const list: unknown = JSON.parse(text)
  return Array.isArray(list) && list.every(fits)
}

function parametersOf({ url, body }: OutboundRequest): [string, string][] {
  return [...new URL(url).searchParams, ...(body instanceof URLSearchParams ? body : [])]
}

/** What a request asks for that the specification does not know. */
function faultsOf(spec: Spec, fields: Spec, request: OutboundRequest): string[] {
  const edge = new URL(request.url).pathname.split('/')[3]
  const api = spec.apis.find(
    ({ method, endpoint }) => method === request.method && [edge, renamed[edge ?? '']].includes(endpoint),
  )
  if (edge && !api) return [`no ${request.method} ${edge}`]
  const known = api?.params ?? []
  const extra = [...everywhere, ...(lacking[`${request.method} ${edge}`] ?? [])]
  return parametersOf(request).flatMap(([name, text]) => {
    if (name === 'fields') {
      const unknown = text.split(',').filter((field) => !fields.fields.some((one) => one.name === field))
      return unknown.map((field) => `no field ${field}`)
    }
    const parameter = known.find((one) => one.name === name)
    if (!parameter) return extra.includes(name) ? [] : [`no parameter ${name}`]
    return typed[parameter.type]?.(text) ? [] : [`${name}: ${text} is no ${parameter.type}`]
  })
}

const answers: Record<string, unknown> = {
  'oauth.token': documentedExchange(),
  'oauth.long-lived-token': longLived(),
  'oauth.refresh': longLived(),
  'accounts.get': me,
  'permissions.list': permissions(['instagram_basic', 'pages_show_list', 'pages_read_engagement']),
  'pages.list': { data: [page('11', linkedAccount)] },
  'media.create': { id: '17889455560051444' },
  'media.status': container('FINISHED'),
  'posts.create': { id: '17900000000000009' },
  'posts.list': { data: [] },
  'quota.get': { data: [] },
}

function recorded(sent: OutboundRequest[]): Outbound {
  return answering((request) => {
    sent.push(request)
    return { status: 200, body: answers[request.operation] }
  })
}

/** Every request of the adapter, held against Meta's own specifications of nodes and edges. */
function contract(directory: string): void {
  const read = (name: string): Spec =>
    JSON.parse(readFileSync(join(directory, 'meta', 'api_specs', `${name}.json`), 'utf8'))
  const supplement = () => JSON.parse(readFileSync(join(directory, 'meta', 'meta-endpoints.supplement.json'), 'utf8'))

  const logins: [string, Credentials, { user: string; media: string }][] = [
    ['Instagram', instagramCredentials, { user: 'IGUserForIGOnlyAPI', media: 'IGMediaForIGOnlyAPI' }],
    ['Facebook', facebookCredentials, { user: 'IGUser', media: 'IGMedia' }],
  ]
  const userTags = [{ username: 'a', x: 0, y: 1 }]
  const single = singlePost({
    collaborators: ['b'],
    isAiGenerated: true,
    image: { source: image(), altText: 'A loaf', userTags },
  })
  const lost = { since: '2026-11-20T12:00:00.000Z', claimed: [] }

  for (const [name, credentials, { user, media }] of logins) {
    it(`knows every edge, parameter and field that is used after a login with ${name}`, async () => {
      const sent: OutboundRequest[] = []
      const outbound = recorded(sent)
      const call = (post: Post) => ({ ...publishCall(post, credentials), outbound })
      await instagramPublish.advance(call(single), begun)
      await instagramPublish.advance(call(carouselPost()), begun)
      await instagramPublish.advance(call(carouselPost()), { ...begun, items: ['1', '2', '3'], ready: true })
      await instagramPublish.commit(call(single), { ...begun, items: ['17889455560051444'] }, 'media_publish')
      await instagramPublish.advance(call(single), { ...begun, items: ['1'], out: true, lost })
      await instagramPublish.advance(call(single), { ...begun, mediaId: '17900000000000009' })
      await instagramPosts.list({ ...accountCall(credentials), outbound }, 'QVFI')
      expect(sent).to.have.length(7)
      for (const request of sent) {
        const version = new URL(request.url).pathname.split('/')[1]
        expect(version).to.equal(supplement().defaultVersion)
        expect(faultsOf(read(user), read(media), request), request.operation).to.deep.equal([])
      }
    })
  }

  it('logs in as the endpoints want it', async () => {
    const endpoints: { id: string; method: string; url: string; query?: object; fields?: object }[] = supplement().oauth
    const sent: OutboundRequest[] = []
    const call = appCall({ outbound: recorded(sent) })
    const request = { parameters: { code: 'c' }, redirectUri: 'https://c.example/cb', authMethod: null, kept: {} }
    await instagramConnect.complete(call, request)
    await instagramConnect.refresh(call, instagramCredentials)
    const wanted = ['ig.code', 'ig.longLived', 'ig.refresh'].map((id) => endpoints.find((one) => one.id === id))
    const made = sent.filter(({ operation }) => operation.startsWith('oauth.'))
    expect(made.map(({ method, url }) => `${method} ${String(url).split('?')[0]}`)).to.deep.equal(
      wanted.map((one) => `${one?.method} ${one?.url}`),
    )
    for (const [index, one] of wanted.entries()) {
      const { body, url = '' } = made[index] ?? {}
      const form = typeof body === 'string' ? new URLSearchParams(body) : new URL(url).searchParams
      expect([...form.keys()].sort()).to.deep.equal(Object.keys(one?.fields ?? one?.query ?? {}).sort())
    }
    const { authorizationUrl } = await instagramConnect.authorize(call, {
      redirectUri: 'https://c.example/cb',
      state: 's',
    })
    const authorize = endpoints.find(({ id }) => id === 'ig.authorize')
    const query = Object.entries(authorize?.query ?? {})
    const given = [...new URL(authorizationUrl).searchParams.keys()]
    expect(given.filter((key) => !query.some(([known]) => known === key))).to.deep.equal([])
    expect(query.filter(([key, rule]) => String(rule).startsWith('required') && !given.includes(key))).to.deep.equal([])
  })

  it('asks for fields of accounts that exist', () => {
    const known = read('IGUserForIGOnlyAPI').fields.map(({ name }) => name)
    expect(known).to.include.members(['user_id', 'username', 'name', 'account_type', 'profile_picture_url'])
    expect(accountId).to.match(/^\d{17}$/)
  })
}

const directory = process.env['CONTRACTS_DIR']
if (directory) describe('contract: instagram', () => contract(directory))
