import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OutboundRequest } from '@carillon/outbound'
import { expect } from 'chai'
import { youtubeComments } from '../../src/youtube/comments/port.ts'
import { youtubeConnect } from '../../src/youtube/connect.ts'
import { reportScopes, requiredScopes } from '../../src/youtube/oauth.ts'
import { youtubeDeletePost, youtubePosts } from '../../src/youtube/posts.ts'
import { youtubePublish } from '../../src/youtube/publish.ts'
import { unbegun } from '../../src/youtube/publish-state.ts'
import { answering } from '../fake-answer.ts'
import { channels, playlist, playlistItem, tokens, video, videos } from '../youtube/answers.ts'
import { accountCall, appCall, publishCall, videoPost } from '../youtube/network.ts'

interface Schema {
  $ref?: string
  type?: string
  format?: string
  enum?: string[]
  required?: boolean
  repeated?: boolean
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: Schema
}

interface Method {
  httpMethod: string
  path: string
  parameters: Record<string, Schema>
  request?: Schema
  scopes: string[]
  mediaUpload?: { protocols: Record<string, { path: string }> }
}

interface Discovery {
  parameters: Record<string, Schema>
  resources: Record<string, { methods: Record<string, Method> }>
  schemas: Record<string, Schema>
}

/** What is wrong with a value, one line for each place. */
function faults(api: Discovery, schema: Schema, value: unknown, at: string): string[] {
  const row = schema.$ref === undefined ? schema : (api.schemas[schema.$ref] ?? {})
  if (row.type === 'array') {
    if (!Array.isArray(value)) return [`${at}: no list`]
    return value.flatMap((item, index) => faults(api, row.items ?? {}, item, `${at}[${index}]`))
  }
  if (row.type === 'object') {
    return Object.entries(value ?? {}).flatMap(([name, member]) => {
      const property = row.properties?.[name] ?? row.additionalProperties
      return property ? faults(api, property, member, `${at}.${name}`) : [`${at}.${name}: unknown`]
    })
  }
  if (typeof value !== row.type) return [`${at}: ${typeof value} instead of ${row.type}`]
  if (row.enum && !row.enum.includes(String(value))) return [`${at}: ${String(value)} is none of ${row.enum}`]
  if (row.format === 'date-time' && Number.isNaN(Date.parse(String(value)))) return [`${at}: no time`]
  return []
}

const asTyped: Record<string, (text: string) => unknown> = {
  boolean: (text) => ({ true: true, false: false })[text],
  integer: (text) => (/^\d+$/.test(text) ? text : undefined),
  string: (text) => text,
}

function queryFaults(api: Discovery, method: Method, query: URLSearchParams): string[] {
  const known = { ...api.parameters, ...method.parameters }
  const missing = Object.keys(method.parameters).filter((name) => known[name]?.required && !query.has(name))
  const wrong = [...query].filter(([name, text]) => {
    const { type = '', enum: allowed } = known[name] ?? {}
    return asTyped[type]?.(text) === undefined || (allowed && !allowed.includes(text))
  })
  return [...missing.map((name) => `${name}: missing`), ...wrong.map(([name, text]) => `${name}: ${text}`)]
}

const directory = process.env['CONTRACTS_DIR']

function contract(directory: string): void {
  let api: Discovery
  before(() => {
    api = JSON.parse(readFileSync(join(directory, 'youtube', 'youtube.v3.json'), 'utf8'))
  })

  const sent: OutboundRequest[] = []
  const comment = { id: 'Ugx', snippet: { publishedAt: '2026-11-20T11:00:00Z' } }
  const answers: Record<string, object> = {
    'oauth.token': tokens(),
    'channels.list': channels,
    'playlistItems.list': playlist([playlistItem('vid-1')]),
    'videos.list': videos(video('vid-1', { status: { uploadStatus: 'processed' } })),
    'videos.insert': {},
    'videos.delete': {},
    'comments.insert': comment,
    'commentThreads.insert': { snippet: { topLevelComment: comment } },
  }
  const outbound = answering((request) => {
    sent.push(request)
    const headers = { location: 'https://www.googleapis.com/upload/youtube/v3/videos?upload_id=AD-1' }
    return { status: request.operation === 'media.status' ? 404 : 200, headers, body: answers[request.operation] }
  })

  const post = videoPost({
    description: 'One take.',
    tags: ['sea'],
    category_id: '22',
    privacy_status: 'private',
    contains_synthetic_media: true,
    publish_at: '2026-12-01T10:00:00+02:00',
    notify_subscribers: false,
  })
  const publishing = { ...publishCall(post), outbound }
  const reading = { ...accountCall(), outbound }
  const written = (threadId: string | null) => {
    const input = { postId: 'vid-1', parentId: threadId, message: 'Thanks' }
    const state = { place: { postId: 'vid-1', threadId }, sent: null }
    return youtubeComments.reply.commit({ ...reading, writeId: 'w', input, createdAt: new Date(0) }, state, 'comment')
  }
  const page = { postId: 'vid-1', cursor: '{"likelySpam":"CDIQAA"}' }
  const target = { commentId: 'Ugx', postId: null }
  const deeds: [string, () => Promise<unknown>][] = [
    ['commentThreads.list', () => youtubeComments.page(reading, page)],
    ['commentThreads.list', async () => youtubeComments.newest?.(reading)],
    ['comments.list', () => youtubeComments.replies(reading, { postId: 'vid-1', parentId: 'Ugx', cursor: 'CDIQAA' })],
    ['commentThreads.insert', () => written(null)],
    ['comments.insert', () => written('Ugx')],
    ['comments.setModerationStatus', () => youtubeComments.hide(reading, { ...target, hidden: true })],
    [
      'comments.setModerationStatus',
      () => youtubeComments.delete(reading, { commentId: 'Ugx', isOwn: false, banAuthor: true }),
    ],
    ['comments.delete', () => youtubeComments.delete(reading, { commentId: 'Ugx', isOwn: true, banAuthor: false })],
    [
      'channels.list',
      () =>
        youtubeConnect.complete(
          { ...appCall(), outbound },
          { parameters: { code: 'c' }, redirectUri: 'https://c.example/cb', authMethod: null, kept: {} },
        ),
    ],
    ['videos.insert', () => youtubePublish.advance(publishing, unbegun)],
    ['videos.list', () => youtubePublish.advance(publishing, { ...unbegun, videoId: 'vid-1', polls: 1 })],
    [
      'playlistItems.list',
      () =>
        youtubePublish.reconcile(
          publishing,
          { ...unbegun, session: 'https://www.googleapis.com/upload/youtube/v3/videos?upload_id=AD-1' },
          { step: '', startedAt: new Date(0), claimed: new Set(), linksFetched: null },
        ),
    ],
    ['videos.list', () => youtubePosts.list(reading, 'CDIQAA')],
    ['playlistItems.list', () => youtubePosts.list(reading, 'CDIQAA')],
    ['videos.delete', () => youtubeDeletePost.delete(reading, 'vid-1')],
  ]
  for (const [operation, act] of deeds) {
    it(`${operation} fits the discovery document`, async () => {
      sent.length = 0
      await act()
      const request = sent.find((one) => one.operation === operation)
      const [resource = '', name = ''] = operation.split('.')
      const method = api.resources[resource]?.methods[name]
      if (!request || !method) throw new Error(`no such call or method: ${operation}`)
      const url = new URL(request.url)
      const path = method.mediaUpload?.protocols['simple']?.path ?? `/${method.path}`
      expect([request.method, url.pathname]).to.deep.equal([method.httpMethod, path])
      expect(queryFaults(api, method, url.searchParams)).to.deep.equal([])
      if (method.request) {
        expect(faults(api, method.request, JSON.parse(String(request.body)), 'video')).to.deep.equal([])
      }
      expect(requiredScopes.some((scope) => method.scopes.includes(scope))).to.equal(true)
    })
  }

  it('asks for scopes that the interfaces know', () => {
    const read = (file: string) => JSON.parse(readFileSync(join(directory, 'youtube', file), 'utf8'))
    const known = ['youtube.v3.json', 'youtubeAnalytics.v2.json'].flatMap((file) =>
      Object.keys(read(file).auth.oauth2.scopes),
    )
    expect(known).to.include.members([...requiredScopes, ...reportScopes])
  })
}

if (directory !== undefined) describe('contract: youtube', () => contract(directory))
