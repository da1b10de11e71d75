import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Outbound, OutboundRequest } from '@carillon/outbound'
import { expect } from 'chai'
import { facebookConnect } from '../../src/facebook/connect.ts'
import type { FacebookCall } from '../../src/facebook/credentials.ts'
import { facebookDeletePost } from '../../src/facebook/delete-post.ts'
import { facebookPosts } from '../../src/facebook/posts.ts'
import { facebookPublish } from '../../src/facebook/publish.ts'
import type { PublishState, VideoState } from '../../src/facebook/publish-state.ts'
import { accountCall, appCall, type Call, credentials, pageId, publishCall, source } from '../facebook/network.ts'
import { answering } from '../fake-answer.ts'
import { now } from '../fake-call.ts'

interface Parameter {
  name: string
  type: string
}

interface Spec {
  apis: { method: string; endpoint?: string; name?: string; return?: string; params: Parameter[] }[]
  fields: Parameter[]
}

interface Enumeration {
  name: string
  values: string[]
}

interface Supplement {
  oauth: { id: string; query: Record<string, string> }[]
  uploads: { id: string; headers?: Record<string, string>; phases?: Record<string, unknown>[] }[]
  forbiddenEverywhereSince_2026_10_27: { queryParams: string[] }
}

/** Parameters of Graph itself, and a file's part, which no edge lists. */
const always: Record<string, RegExp> = {
  appsecret_proof: /^[0-9a-f]{64}$/,
  fields: /./,
  limit: /^\d+$/,
  after: /./,
  since: /^\d+$/,
  source: /^file$/,
  video_file_chunk: /^file$/,
}

const forms: Record<string, RegExp> = {
  'unsigned int': /^\d+$/,
  bool: /^(true|false)$/,
  string: /^/,
  'list<Object>': /^\[\{.*\}\]$/s,
}

async function textOf(body: OutboundRequest['body']): Promise<string> {
  if (body === undefined) return ''
  if (body instanceof URLSearchParams) return body.toString()
  const pieces: Uint8Array[] = []
  for await (const piece of body as AsyncIterable<Uint8Array>) pieces.push(piece)
  return Buffer.concat(pieces).toString('latin1')
}

/** Everything that a request says: query, form fields, and `file` for a file. */
async function parametersOf({ url, body, headers }: OutboundRequest): Promise<[string, string][]> {
  const text = await textOf(body)
  const query = [...new URL(url).searchParams]
  const boundary = /boundary=(\S+)/.exec(headers?.['content-type'] ?? '')?.[1]
  if (boundary === undefined) return [...query, ...(body instanceof URLSearchParams ? new URLSearchParams(text) : [])]
  const parts = text.split(`--${boundary}`).slice(1, -1)
  return [
    ...query,
    ...parts.map((part): [string, string] => {
      const [, name = '', value = ''] =
        /name="(\w+)"[^\r]*\r\n(?:content-type[^\r]*\r\n)?\r\n(.*)\r\n$/s.exec(part) ?? []
      return [name, part.includes('filename=') ? 'file' : value]
    }),
  ]
}

/** An outbound that answers what keeps the adapter going, and remembers what was asked. */
function recording(sent: OutboundRequest[], answer: Record<string, unknown>): Outbound {
  return answering((request) => {
    sent.push(request)
    return { status: 200, body: answer }
  })
}

const videoState: VideoState = {
  videoId: '98',
  uploadUrl: 'https://rupload.facebook.com/video-upload/v25.0/98',
  sessionId: '87',
  start: 0,
  end: 4,
  phase: 'upload',
  stalls: 0,
  polls: 0,
}
const begun: PublishState = { photoIds: [], postId: null, video: null }
const mp4 = { source: source(Buffer.from('video'), 'video/mp4') }
const jpeg = { source: source(Buffer.from('photo')) }
const open = { step: 'feed', startedAt: now, claimed: new Set<string>(), linksFetched: null }
const everything = {
  id: '1',
  success: true,
  video_id: '98',
  upload_session_id: '87',
  upload_url: videoState.uploadUrl,
  start_offset: '0',
  end_offset: '4',
  status: {},
  from: { id: pageId },
}

function contract(directory: string): void {
  const read = <T>(name: string): T => JSON.parse(readFileSync(join(directory, 'meta', name), 'utf8'))
  const spec = (node: string) => read<Spec>(`api_specs/${node}.json`)
  const enumerations = read<Enumeration[]>('api_specs/enum_types.subset.json')
  const supplement = read<Supplement>('meta-endpoints.supplement.json')

  function fits({ type }: Parameter, value: string): boolean {
    const values = enumerations.find(({ name }) => name === type)?.values
    if (values) return values.some((one) => one.toLowerCase() === value.toLowerCase())
    return forms[type]?.test(value) ?? false
  }

  /** Names of a `fields` parameter, without modifiers and what is nested. */
  function wishes(fields: string): string[] {
    return fields
      .replace(/\([^)]*\)/g, '')
      .replace(/\{[^}]*\}/g, '')
      .split(',')
      .map((field) => field.split('.')[0] ?? '')
  }

  async function faults(request: OutboundRequest, edge: string | null, node: string): Promise<string[]> {
    const row =
      edge === null
        ? undefined
        : spec('Page').apis.find((api) => api.endpoint === edge && api.method === request.method)
    if (edge !== null && !row) return [`${request.method} ${edge} is not known`]
    const { apis, fields } = spec(node)
    const readable = [...fields.map(({ name }) => name), ...apis.map(({ endpoint }) => endpoint ?? '')]
    return (await parametersOf(request)).flatMap(([name, value]) => {
      if (supplement.forbiddenEverywhereSince_2026_10_27.queryParams.includes(name)) return [`${name} is forbidden`]
      if (name === 'fields')
        return wishes(value)
          .filter((field) => !readable.includes(field))
          .map((field) => `no field ${field}`)
      if (always[name]) return always[name].test(value) ? [] : [`${name}: ${value}`]
      const parameter = row?.params.find((one) => one.name === name)
      if (!parameter) return [`no parameter ${name}`]
      return fits(parameter, value) ? [] : [`${name} (${parameter.type}): ${value}`]
    })
  }

  type Deed = (outbound: Outbound) => Promise<unknown>
  const as = (outbound: Outbound): FacebookCall => accountCall({}, appCall({ outbound }))
  const with_ = (post: Partial<Call['input']>) => (outbound: Outbound) => publishCall(post, as(outbound))
  const photos = with_({ message: 'Hi', images: [jpeg, jpeg] })
  const reel = with_({ message: 'Hi', reel: mp4 })
  const video = with_({ message: 'Hi', title: 'T', video: mp4 })
  const ready: PublishState = { ...begun, video: { ...videoState, phase: 'ready' } }

  const deeds: [string, Deed, string | null, string][] = [
    ['photos', (outbound) => facebookPublish.advance(photos(outbound), begun), 'photos', 'Photo'],
    [
      'feed',
      (outbound) => facebookPublish.commit(photos(outbound), { ...begun, photoIds: ['1', '2'] }, 'feed'),
      'feed',
      'PagePost',
    ],
    ['reels start', (outbound) => facebookPublish.advance(reel(outbound), begun), 'video_reels', 'AdVideo'],
    ['reels finish', (outbound) => facebookPublish.commit(reel(outbound), ready, 'finish'), 'video_reels', 'AdVideo'],
    ['videos start', (outbound) => facebookPublish.advance(video(outbound), begun), 'videos', 'AdVideo'],
    [
      'videos transfer',
      (outbound) => facebookPublish.advance(video(outbound), { ...begun, video: videoState }),
      'videos',
      'AdVideo',
    ],
    ['videos finish', (outbound) => facebookPublish.commit(video(outbound), ready, 'finish'), 'videos', 'AdVideo'],
    ['status', (outbound) => facebookPublish.reconcile(reel(outbound), ready, open), null, 'AdVideo'],
    ['published posts', (outbound) => facebookPosts.list(as(outbound), 'posts:a1'), 'published_posts', 'PagePost'],
    ['reels', (outbound) => facebookPosts.list(as(outbound), 'reels:'), 'video_reels', 'AdVideo'],
    ['delete', (outbound) => facebookDeletePost.delete(as(outbound), `${pageId}_1`), null, 'PagePost'],
  ]
  for (const [name, act, edge, node] of deeds) {
    it(`${name}: known parameters, values of their types, known fields`, async () => {
      const sent: OutboundRequest[] = []
      await act(recording(sent, everything))
      expect(sent).to.have.lengthOf.at.least(1)
      for (const request of sent) {
        expect(new URL(request.url).pathname).to.match(/^\/v25\.0\//)
        expect(await faults(request, edge, node)).to.deep.equal([])
      }
    })
  }

  it('login: the documented parameters', async () => {
    const sent: OutboundRequest[] = []
    const call = appCall({ outbound: recording(sent, { access_token: 't', data: { is_valid: true } }) })
    const { authorizationUrl } = await facebookConnect.authorize(call, { redirectUri: 'https://c.example', state: 's' })
    const request = { redirectUri: 'https://c.example', authMethod: null, kept: {}, parameters: { code: 'c' } }
    await facebookConnect.complete(call, request).catch(() => undefined)
    await facebookConnect.refresh(call, credentials)
    const inspection = sent.find(({ url }) => new URL(url).pathname.endsWith('/debug_token'))
    const asked = [new URL(authorizationUrl), sent[0]?.url, sent[1]?.url, inspection?.url]
    for (const [at, id] of ['fb.authorize', 'fb.code', 'fb.longLived', 'fb.debugToken'].entries()) {
      const { query = {} } = supplement.oauth.find((row) => row.id === id) ?? {}
      const names = [...new URL(asked[at] ?? 'x:').searchParams.keys()]
      expect(Object.keys(query), id).to.include.members(names)
      const required = Object.entries(query).filter(([, rule]) => rule.startsWith('required'))
      expect(names, id).to.include.members(required.map(([name]) => name))
    }
  })

  it("upload of a reel's bytes: the documented headers", async () => {
    const sent: OutboundRequest[] = []
    await facebookPublish.advance(reel(recording(sent, everything)), { ...begun, video: videoState })
    const { headers = {} } = supplement.uploads.find(({ id }) => id === 'fb.reel.upload') ?? {}
    const names = Object.keys(headers).map((name) => name.toLowerCase())
    expect(Object.keys(sent.at(-1)?.headers ?? {})).to.include.members(names)
  })
}

const directory = process.env['CONTRACTS_DIR']
if (directory !== undefined) describe('contract: facebook', () => contract(directory))
