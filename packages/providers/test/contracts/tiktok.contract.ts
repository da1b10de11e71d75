import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OutboundRequest } from '@carillon/outbound'
import { expect } from 'chai'
import { tiktokComments } from '../../src/tiktok/comments/port.ts'
import { tiktokConnect } from '../../src/tiktok/connect.ts'
import { tiktokPosts } from '../../src/tiktok/posts.ts'
import { tiktokPublish } from '../../src/tiktok/publish.ts'
import { begin } from '../../src/tiktok/publish-state.ts'
import { answering } from '../fake-answer.ts'
import { now } from '../fake-call.ts'
import { ok, profile, settings, shareId, status, submitted, tokens, video, videos } from '../tiktok/answers.ts'
import { accountCall, appCall, photoPost, publishCall, videoPost } from '../tiktok/network.ts'

interface Schema {
  $ref?: string
  type?: string
  enum?: unknown[]
  pattern?: string
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean
}

interface Parameter {
  name: string
  in: 'header' | 'query'
  required?: boolean
  schema: Schema
  /** The schema of the JSON that the parameter's text is. */
  'x-json-encoded'?: Schema
}

interface Operation {
  parameters: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content: Record<string, { schema: Schema }> }>
}

interface Contract {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

function ofType(type: string, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type && !Array.isArray(value)
}

/** What is wrong with a value, one line for each place. */
function faults(api: Contract, schema: Schema, value: unknown, at: string): string[] {
  const row = schema.$ref === undefined ? schema : (api.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {})
  if (row.type !== undefined && !ofType(row.type, value)) return [`${at}: is no ${row.type}`]
  if (row.enum && !row.enum.includes(value)) return [`${at}: ${String(value)} is none of ${row.enum}`]
  if (row.pattern && !new RegExp(row.pattern).test(String(value))) return [`${at}: not like ${row.pattern}`]
  if (typeof value === 'number' && !(value >= (row.minimum ?? -Infinity) && value <= (row.maximum ?? Infinity))) {
    return [`${at}: ${value} is out of bounds`]
  }
  if (Array.isArray(value)) {
    const counted = value.length >= (row.minItems ?? 0) && value.length <= (row.maxItems ?? Infinity)
    const wrong = value.flatMap((item, index) => faults(api, row.items ?? {}, item, `${at}[${index}]`))
    return counted ? wrong : [`${at}: ${value.length} items`, ...wrong]
  }
  if (typeof value !== 'object' || value === null) return []
  return [
    ...(row.required ?? []).filter((name) => !(name in value)).map((name) => `${at}.${name}: missing`),
    ...Object.entries(value).flatMap(([name, member]) => {
      const property = row.properties?.[name]
      if (property) return faults(api, property, member, `${at}.${name}`)
      return row.additionalProperties === false ? [`${at}.${name}: unknown`] : []
    }),
  ]
}

/** Text of a query as what its schema says it is. */
function typed({ schema, 'x-json-encoded': encoded }: Parameter, text: string): unknown {
  return encoded || schema.type !== 'string' ? JSON.parse(text) : text
}

function parameterFaults(api: Contract, operation: Operation, request: OutboundRequest): string[] {
  const query = new URL(request.url).searchParams
  const headers = new Headers(request.headers)
  const known = new Map(operation.parameters.map((parameter) => [parameter.name, parameter]))
  return [
    ...[...query.keys()].filter((name) => known.get(name)?.in !== 'query').map((name) => `${name}: unknown`),
    ...operation.parameters.flatMap((parameter) => {
      const { name, required, schema, 'x-json-encoded': encoded } = parameter
      const text = parameter.in === 'query' ? query.get(name) : headers.get(name)
      if (text === null) return required ? [`${name}: missing`] : []
      return faults(api, encoded ?? schema, typed(parameter, text), name)
    }),
  ]
}

const schemaOf = (content: Record<string, { schema: Schema }> | undefined) => content?.['application/json']?.schema

const directory = process.env['CONTRACTS_DIR']

function contract(directory: string): void {
  let api: Contract
  before(() => {
    api = JSON.parse(readFileSync(join(directory, 'tiktok', 'tiktok-accounts.openapi.json'), 'utf8'))
  })

  const sent: { request: OutboundRequest; answer: unknown }[] = []
  const id = '7301234567890123456'
  const answers: Record<string, object> = {
    'oauth.token': tokens(),
    'oauth.refresh': tokens(),
    'oauth.revoke': ok(),
    'accounts.get': profile,
    'accounts.settings': settings(),
    'posts.create': submitted,
    'posts.status': status('PUBLISH_COMPLETE', { post_ids: [id] }),
    'posts.list': videos([video(id)]),
    'comments.list': { ...ok(), data: { comments: [], cursor: 0, has_more: false } },
    'comments.replies': { ...ok(), data: { comments: [], cursor: 0, has_more: false } },
    'comments.create': { ...ok(), data: { comment_id: id, video_id: id, create_time: '1700000000', text: 'Thanks' } },
    'comments.hide': ok(),
    'comments.like': ok(),
    'comments.delete': ok(),
  }
  const outbound = answering((request) => {
    const answer = answers[request.operation]
    sent.push({ request, answer })
    return { status: 200, body: answer }
  })

  const credentials = { accessToken: 'act.first', refreshToken: 'rft.first' }
  const connecting = { ...appCall(), outbound }
  const publishing = (post = videoPost()) => ({ ...publishCall(post), outbound })
  const videoFile = videoPost({
    tiktok_description: 'At sea.',
    disable_comment: true,
    is_aigc: true,
    cover_timestamp: 0,
  })
  const photos = photoPost({ tiktok_title: 'Morning', tiktok_description: 'At sea.', auto_add_music: true }, 35)
  const post_mode = 'MEDIA_UPLOAD'
  const callback = { parameters: { code: 'c' }, redirectUri: 'https://c.example/cb/', authMethod: null, kept: {} }
  const moderating = { ...accountCall(), outbound }
  const target = { commentId: id, postId: id }
  const written = (threadId: string | null) => {
    const input = { postId: id, parentId: threadId, message: 'Thanks' }
    const state = { place: { postId: id, threadId }, sent: null }
    return tiktokComments.reply.commit({ ...moderating, writeId: 'w', input, createdAt: now }, state, 'comment')
  }
  const thread = { postId: id, parentId: id, cursor: '30' }
  const deeds: [string, () => unknown][] = [
    ['reading comments', () => tiktokComments.page(moderating, { postId: id, cursor: '30' })],
    ['reading replies', () => tiktokComments.replies(moderating, thread)],
    ['writing a comment', () => written(null)],
    ['writing a reply', () => written(id)],
    ['hiding a comment', () => tiktokComments.hide(moderating, { ...target, hidden: true })],
    ['liking a comment', () => tiktokComments.like(moderating, { ...target, postId: null, liked: true })],
    ['deleting a comment', () => tiktokComments.delete(moderating, { commentId: id, isOwn: true, banAuthor: false })],
    ['connecting', () => tiktokConnect.complete(connecting, callback)],
    ['refreshing', () => tiktokConnect.refresh(connecting, credentials)],
    ['revoking', () => tiktokConnect.revoke?.(connecting, credentials)],
    ["reading the creator's limits", () => tiktokPublish.advance(publishing(), begin())],
    ['submitting a video', () => tiktokPublish.commit(publishing(videoFile), begin(), '')],
    ['submitting a draft', () => tiktokPublish.commit(publishing(videoPost({ post_mode })), begin(), '')],
    ['submitting photos', () => tiktokPublish.commit(publishing(photos), begin(), '')],
    ['submitting a draft of photos', () => tiktokPublish.commit(publishing(photoPost({ post_mode })), begin(), '')],
    ['asking how far it got', () => tiktokPublish.advance(publishing(), { ...begin(), shareId })],
    ['reading an address', () => tiktokPublish.advance(publishing(), { ...begin(), polls: 1, postIds: [id] })],
    [
      'looking for a lost post',
      () => {
        const open = { step: '', startedAt: now, claimed: new Set<string>(), linksFetched: true }
        return tiktokPublish.reconcile(publishing(), begin(), open)
      },
    ],
    ['listing posts', () => tiktokPosts.list({ ...accountCall(), outbound }, null)],
    ['listing further posts', () => tiktokPosts.list({ ...accountCall(), outbound }, '1795176000000')],
  ]
  for (const [what, act] of deeds) {
    it(`${what} fits the contract`, async () => {
      sent.length = 0
      await act()
      expect(sent).not.to.be.empty
      for (const { request, answer } of sent) {
        const operation = api.paths[new URL(request.url).pathname]?.[request.method.toLowerCase()]
        if (!operation) throw new Error(`no such operation: ${request.method} ${String(request.url)}`)
        expect(parameterFaults(api, operation, request)).to.deep.equal([])
        const body = schemaOf(operation.requestBody?.content)
        expect(body === undefined).to.equal(request.body === undefined)
        if (body) expect(faults(api, body, JSON.parse(String(request.body)), 'body')).to.deep.equal([])
        const answered = schemaOf(operation.responses['200']?.content)
        expect(faults(api, answered ?? {}, answer, 'answer')).to.deep.equal([])
      }
    })
  }
}

if (directory !== undefined) describe('contract: tiktok', () => contract(directory))
