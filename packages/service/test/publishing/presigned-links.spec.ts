import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readExternalWrite } from '@carillon/database'
import { openS3Store } from '@carillon/media'
import type { MediaSource } from '@carillon/providers'
import { type S3Server, startS3 } from '@carillon/testkit'
import { expect } from 'chai'
import { setCard } from '../../src/index.ts'
import { runWrite } from '../../src/journal/run-write.ts'
import { ask, bodyOf } from '../ask.ts'
import { FakeNetwork } from '../fake-network.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'
import { type FileServer, serveFiles } from './file-server.ts'
import { grey } from './image.ts'

describe('media in a bucket', () => {
  let dir: string
  let server: S3Server
  let files: FileServer
  let harness: Harness

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'carillon-s3-'))
    server = await startS3(dir)
    files = await serveFiles({ '/small.png': grey({ width: 400, height: 400 }) })
  })
  afterEach(() => harness.close())
  after(async () => {
    await files.close()
    await server.stop()
    await rm(dir, { recursive: true, force: true })
  })

  /** The URL that a network is given for the image of a publish. */
  async function linkGiven(platform: 'instagram' | 'x', presigned: boolean): Promise<string> {
    const { port } = new FakeNetwork()
    const links: string[] = []
    const publish: typeof port = {
      ...port,
      async commit(call, state, step) {
        const { image, media } = call.input as unknown as Record<
          string,
          { source: MediaSource } & { source: MediaSource }[]
        >
        const source = image?.source ?? media?.[0]?.source ?? expect.fail('no media')
        links.push((await source.link()).url)
        return port.commit(call, state, step)
      },
    }
    const media = await openS3Store({ ...server.options, presigned })
    const registry = withPorts({ [platform]: { publish } })
    harness = await startHarness({ registry, media }, { MEDIA_ALLOWED_ORIGINS: files.origin, PUBLISH_WAIT_MS: '0' })
    const { context, organizationId } = harness
    await setCard(context, { organizationId, onFile: true })
    const account = await harness.connect({ platform })
    const item = { url: `${files.origin}/small.png` }
    const content = platform === 'x' ? { text: 'look', media: [item] } : { image: item }
    const scope = { organizationId, profileId: null }
    const result = await ask(context, 'posts.publish', { scope, body: { platform, accountId: account.id, ...content } })
    const writeId: string = bodyOf(result).publishId
    for (let turn = 0; turn < 6 && links.length === 0; turn++) {
      await runWrite(context, { writeId, signal: new AbortController().signal })
    }
    const [link] = links
    return link ?? expect.fail(JSON.stringify((await readExternalWrite(context.db, writeId))?.error))
  }

  it('are fetched from it by a network that takes a URL of any host, if that is allowed', async () => {
    const link = new URL(await linkGiven('instagram', true))
    expect(link.origin).to.equal(server.options.endpoint)
    const response = await fetch(link)
    expect([response.status, response.headers.get('content-type')]).to.deep.equal([200, 'image/jpeg'])
    expect((await response.arrayBuffer()).byteLength).to.be.greaterThan(0)
  })

  it('are fetched from a gateway otherwise', async () => {
    const ours = /\/media\/[\w-]{43}\.\w+$/
    expect(await linkGiven('instagram', false)).to.match(ours)
    await harness.close()
    expect(await linkGiven('x', true)).to.match(ours)
  })
})
