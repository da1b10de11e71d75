import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { jsonToLex, type LexiconDoc, Lexicons } from '@atproto/lexicon'
import nock from 'nock'
import { blueskyDeletePost } from '../../src/bluesky/delete-post.ts'
import { blueskyPosts } from '../../src/bluesky/posts.ts'
import { accountCall, appCall, createdAt, did, publishCall, server, source } from '../bluesky/account.ts'
import { begin, drive } from '../bluesky/drive.ts'
import { simulateHosts } from '../bluesky/simulated.ts'

const directory = process.env['CONTRACTS_DIR']
const cid = 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'

function readLexicons(folder: string): Lexicons {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'))
  return new Lexicons(files.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as LexiconDoc))
}

/** Every request of the adapter, held against the network's own schemas. */
function contract(folder: string): void {
  const { outbound } = simulateHosts()
  const lexicons = readLexicons(join(folder, 'bluesky', 'lexicons'))

  /** Answers every call of a host with what its method answers, and judges what it was called with. */
  function judge(host: string, answers: Record<string, object>): string[] {
    const seen: string[] = []
    const check = async (request: Request) => {
      const { pathname, searchParams } = new URL(request.url)
      const method = pathname.slice('/xrpc/'.length)
      seen.push(method)
      const definition = lexicons.getDefOrThrow(method, ['query', 'procedure'])
      const parameters = 'parameters' in definition ? definition.parameters : undefined
      const query: Record<string, unknown> = {}
      for (const [name, value] of searchParams) {
        const type = parameters?.properties[name]?.type
        query[name] = type === 'array' ? searchParams.getAll(name) : type === 'integer' ? Number(value) : value
      }
      lexicons.assertValidXrpcParams(method, query)
      const json = request.headers.get('content-type') === 'application/json'
      if (json) judgeInput(method, await request.json())
      return answers[method] ?? {}
    }
    nock(host)
      .persist()
      .get(/^\/xrpc\//)
      .reply(200, check)
    nock(host)
      .persist()
      .post(/^\/xrpc\//)
      .reply(200, check)
    return seen
  }

  function judgeInput(method: string, body: unknown): void {
    const input = jsonToLex(body as Parameters<typeof jsonToLex>[0]) as Record<string, unknown>
    lexicons.assertValidXrpcInput(method, input)
    const writes = (input['writes'] ?? []) as Record<string, unknown>[]
    const records = [input['record'], ...writes.map(({ value }) => value)].filter((record) => record !== undefined)
    for (const record of records) lexicons.assertValidRecord('app.bsky.feed.post', record)
  }

  const image = { $type: 'blob', ref: { $link: cid }, mimeType: 'image/jpeg', size: 5 }
  const videoFile = { ...image, mimeType: 'video/mp4' }
  const call = () => accountCall(appCall(outbound()))

  function serverAnswers() {
    return judge(server, {
      'com.atproto.repo.uploadBlob': { blob: image },
      'com.atproto.server.getServiceAuth': { token: 'token' },
      'com.atproto.server.describeServer': { did: 'did:web:pds.example.com' },
      'com.atproto.identity.resolveHandle': { did },
      'com.atproto.repo.getRecord': { value: {} },
      'com.atproto.repo.listRecords': {
        records: [{ uri: `at://${did}/app.bsky.feed.post/3n2qhiqlauc2u`, cid, value: { createdAt } }],
      },
    })
  }

  const images = Array.from({ length: 4 }, () => ({ altText: 'A', source: source(Buffer.from('IMAGE')) }))
  const video = { altText: 'V', source: source(Buffer.from('VIDEO'), { contentType: 'video/mp4' }) }
  const text = 'Hi @grace.example.com https://example.com #tag $ABC'

  it('a post with everything', async () => {
    serverAnswers()
    await drive(publishCall(call(), { text, images, langs: ['en', 'pt-BR', 'zh-Hans'] }))
  })

  it('a thread with everything', async () => {
    serverAnswers()
    judge('https://video.example.com', {
      'app.bsky.video.getUploadLimits': { canUpload: true },
      'app.bsky.video.uploadVideo': { jobStatus: { jobId: 'job-1' } },
      'app.bsky.video.getJobStatus': { jobStatus: { jobId: 'job-1', blob: videoFile } },
    })
    const thread = [{ text: 'two', video }, ...Array.from({ length: 23 }, () => ({ text }))]
    await drive(publishCall(call(), { text, images, langs: ['en'], thread }), begin())
  })

  it('lists and deletes', async () => {
    serverAnswers()
    await blueskyPosts.list(call(), '3n2qhiqlauc2u')
    await blueskyDeletePost.delete(call(), '3n2qhiqlauc2u')
  })
}

if (directory !== undefined) describe('contract: bluesky', () => contract(directory))
