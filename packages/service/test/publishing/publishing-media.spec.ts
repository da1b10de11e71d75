import { createHash } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { type AccountRow, type ExternalWriteRow, readExternalWrite } from '@carillon/database'
import type { MediaSource } from '@carillon/providers'
import { expect } from 'chai'
import { openPublicMedia, type PublicMedia, setCard } from '../../src/index.ts'
import { runWrite } from '../../src/journal/run-write.ts'
import { sweepMedia } from '../../src/publishing/media/sweep-media.ts'
import { ask, bodyOf } from '../ask.ts'
import { FakeNetwork } from '../fake-network.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'
import { type FileServer, serveFiles } from './file-server.ts'
import { grey } from './image.ts'

const hour = 3_600_000

async function bytesOf(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of parts) chunks.push(chunk)
  return Buffer.concat(chunks)
}

describe('media of a publish', () => {
  const small = grey({ width: 40, height: 30 })
  let harness: Harness
  let files: FileServer
  let network: FakeNetwork
  let account: AccountRow
  let clockMs = 0
  /** What the adapter was given at each commit. */
  let given: MediaSource[][] = []
  let fetched: (boolean | null)[] = []
  /** What the network does with the sources while it takes the post in. */
  let onCommit: (sources: MediaSource[]) => Promise<void> = async () => {}

  /** What is done with a connection on which the file does not come to its end. */
  let onHalf: (response: ServerResponse) => void = () => {}

  before(async () => {
    const half = (response: ServerResponse) => {
      response.setHeader('content-length', small.length)
      response.write(small.subarray(0, 40), () => onHalf(response))
    }
    files = await serveFiles({
      '/half.png': half,
      '/small.png': small,
      '/wide.png': grey({ width: 5_000, height: 10 }),
      '/page.png': '<html>not an image</html>',
      '/cut.png': small.subarray(0, 60),
      '/empty.png': '',
    })
  })
  after(() => files.close())

  beforeEach(async () => {
    network = new FakeNetwork()
    clockMs = 0
    given = []
    fetched = []
    onCommit = async () => {}
    const { port } = network
    const watched: typeof port = {
      ...port,
      async commit(call, state, step) {
        const post = call.input as unknown as { media?: { source: MediaSource }[] }
        const sources = (post.media ?? []).map(({ source }) => source)
        given.push(sources)
        await onCommit(sources)
        return port.commit(call, state, step)
      },
      async reconcile(call, state, open) {
        fetched.push(open.linksFetched)
        return port.reconcile(call, state, open)
      },
    }
    harness = await startHarness(
      {
        registry: withPorts({ x: { publish: watched } }),
        now: () => new Date(Date.now() + clockMs),
      },
      { MEDIA_ALLOWED_ORIGINS: files.origin, PUBLISH_WAIT_MS: '0', MEDIA_GRACE_MINUTES: '60' },
    )
    await setCard(harness.context, { organizationId: harness.organizationId, onFile: true })
    account = await harness.connect({ platform: 'x' })
  })
  afterEach(() => harness.close())

  /** Publishes these media and drives the publish to its end. */
  async function publish(...media: object[]): Promise<ExternalWriteRow> {
    const result = await ask(harness.context, 'posts.publish', {
      scope: { organizationId: harness.organizationId, profileId: null },
      body: { platform: 'x', accountId: account.id, text: 'look', media },
    })
    const publishId: string = bodyOf(result).publishId
    for (let turn = 0; turn < 12; turn++) {
      const { wakeAt } = await row(publishId)
      if (wakeAt === null) break
      clockMs += Math.max(0, wakeAt.getTime() - harness.context.now().getTime())
      await runWrite(harness.context, { writeId: publishId, signal: new AbortController().signal })
    }
    return row(publishId)
  }

  const row = async (id: string) => (await readExternalWrite(harness.context.db, id)) as ExternalWriteRow
  const url = (path: string) => ({ url: `${files.origin}${path}` })
  const stored = () => readdir(join(harness.dir, 'media')).catch((): string[] => [])

  describe('from an address', () => {
    it('is fetched once and reaches the network as it was', async () => {
      const { asked } = files
      asked.length = 0
      let bytes: Buffer = Buffer.alloc(0)
      onCommit = async ([source]) => {
        if (source) bytes = await bytesOf(source.open())
      }
      expect((await publish(url('/small.png'))).status).to.equal('succeeded')
      expect(bytes.equals(small)).to.equal(true)
      const [[source] = []] = given
      expect(source).to.include({
        contentType: 'image/png',
        bytes: small.length,
        sha256: createHash('sha256').update(small).digest('hex'),
        width: 40,
        height: 30,
        durationSeconds: null,
      })
      expect(asked).to.deep.equal(['/small.png'])
    })

    it('is made to fit the network', async () => {
      expect((await publish(url('/wide.png'))).status).to.equal('succeeded')
      const [[source] = []] = given
      expect(source).to.include({ width: 4_096 })
    })

    for (const [what, address] of Object.entries({
      'this machine': 'http://127.0.0.1:9/a.png',
      'this machine by name': 'http://localhost:9/a.png',
      'this machine in IPv6': 'http://[::1]:9/a.png',
      'a private network': 'https://10.0.0.1/a.png',
      'where clouds keep credentials': 'http://169.254.169.254/latest/meta-data/',
      'a number for an address': 'https://2130706433/a.png',
    })) {
      it(`is rejected when it is ${what}, naming the item`, async () => {
        const ended = await publish(url('/small.png'), { url: address })
        expect([ended.status, ended.error?.code, ended.error?.status]).to.deep.equal(['failed', 'invalid_media', 422])
        expect(ended.error?.message).to.match(/^media\[1\]: /)
        expect(ended.error?.details).to.have.deep.nested.property('[0].path', ['media', '1'])
        expect(network.posts).to.deep.equal([])
      })
    }

    it('is fetched again when its connection breaks off', async () => {
      let broken = 0
      onHalf = (response) => {
        broken += 1
        if (broken < 3) response.destroy()
        else response.end(small.subarray(40))
      }
      expect((await publish(url('/half.png'))).status).to.equal('succeeded')
      expect(broken).to.equal(3)
      expect(await stored()).to.have.length(1)
    })

    it('is left to the next worker by one that is closed meanwhile', async () => {
      const closing = new AbortController()
      onHalf = () => closing.abort()
      const result = await ask(harness.context, 'posts.publish', {
        scope: { organizationId: harness.organizationId, profileId: null },
        body: { platform: 'x', accountId: account.id, text: 'look', media: [url('/half.png')] },
      })
      const { publishId } = bodyOf(result)
      await runWrite(harness.context, { writeId: publishId, signal: closing.signal })
      expect(await row(publishId)).to.deep.include({ status: 'processing', error: null, runningSince: null })
      expect(await stored()).to.deep.equal([])
      onHalf = (response) => response.end(small.subarray(40))
      await runWrite(harness.context, { writeId: publishId, signal: new AbortController().signal })
      expect((await row(publishId)).status).to.equal('succeeded')
    })

    for (const path of ['/page.png', '/cut.png', '/empty.png', '/absent.png']) {
      it(`is rejected and forgotten when it is not an image: ${path}`, async () => {
        const ended = await publish(url(path))
        expect([ended.status, ended.error?.code, ended.error?.status]).to.deep.equal(['failed', 'invalid_media', 422])
        expect(ended.error?.message).to.match(/^media\[0\]: /)
        expect(network.commits).to.equal(0)
        expect(await stored()).to.deep.equal([])
      })
    }
  })

  describe('by a public link', () => {
    const nameOf = (link: string) => link.split('/').at(-1) ?? ''

    async function linked(): Promise<{ name: string; writeId: string }> {
      let name = ''
      onCommit = async ([source]) => {
        const first = await source?.link()
        expect(await source?.link()).to.deep.equal(first)
        name = nameOf(first?.url ?? '')
      }
      const { id } = await publish(url('/small.png'))
      return { name, writeId: id }
    }

    /** Reads what is behind a link to its end. */
    async function drain(name: string): Promise<void> {
      const media = await openPublicMedia(harness.context, name)
      if (media) await bytesOf(media.open())
    }

    it('is served under a name that tells its type, until it expires', async () => {
      const { name } = await linked()
      expect(name).to.match(/^[\w-]{43}\.png$/)
      const open = async () => (await openPublicMedia(harness.context, name)) ?? null
      const media = await open()
      expect(media).to.include({ contentType: 'image/png', bytes: small.length })
      expect((await bytesOf(media?.open() ?? ([][Symbol.iterator]() as never))).equals(small)).to.equal(true)
      expect((await bytesOf(media?.open({ start: 1, end: 3 }) as AsyncIterable<Uint8Array>)).toString()).to.equal('PNG')
      clockMs += 24 * hour - 60_000
      expect(await open()).to.not.equal(null)
      clockMs += 2 * 60_000
      expect(await open()).to.equal(null)
    })

    it('is not there for another token, whatever the suffix', async () => {
      const { name } = await linked()
      const token = name.split('.')[0] ?? ''
      expect(await openPublicMedia(harness.context, token)).to.not.equal(null)
      expect(await openPublicMedia(harness.context, `${token}.jpg`)).to.not.equal(null)
      const wrong = [
        token.slice(1),
        `${token}A`,
        token.toLowerCase(),
        '',
        '.png',
        `../${token}`,
        given[0]?.[0]?.mediaId ?? '',
      ]
      for (const other of wrong) expect(await openPublicMedia(harness.context, other), other).to.equal(null)
    })

    it('leaves its token in no table', async () => {
      const { name } = await linked()
      const token = name.split('.')[0] ?? ''
      const { rows } = await harness.context.pool.query(
        `select t::text || encode(sealed, 'escape') as text from media_link t union all select t::text from external_write t`,
      )
      expect(rows).to.have.length(2)
      expect(rows.map(({ text }) => text).join()).to.not.include(token)
    })

    it('is closed by the question whether it was fetched, when it was not', async () => {
      const names: string[] = []
      network.moods = ['drop-before']
      onCommit = async ([source]) => {
        names.push(nameOf((await source?.link())?.url ?? ''))
      }
      expect((await publish(url('/small.png'))).status).to.equal('succeeded')
      const [first = '', second = ''] = names
      expect(first).to.not.equal(second)
      expect(fetched).to.deep.equal([false, false])
      expect(await openPublicMedia(harness.context, first)).to.equal(null)
      expect(await openPublicMedia(harness.context, second)).to.not.equal(null)
    })

    it('stays open when it was fetched, and the adapter is told so', async () => {
      const names: string[] = []
      network.moods = ['accept-then-drop']
      onCommit = async ([source]) => {
        const name = nameOf((await source?.link())?.url ?? '')
        names.push(name)
        await drain(name)
      }
      expect((await publish(url('/small.png'))).status).to.equal('succeeded')
      expect(fetched).to.deep.equal([true])
      expect(await openPublicMedia(harness.context, names[0] ?? '')).to.not.equal(null)
    })

    it('counts as fetched by a network that asks whether it has changed', async () => {
      network.moods = ['accept-then-drop']
      const held: (boolean | undefined)[] = []
      onCommit = async ([source]) => {
        const media = await openPublicMedia(harness.context, nameOf((await source?.link())?.url ?? ''))
        held.push(await media?.noteHeld?.())
      }
      expect((await publish(url('/small.png'))).status).to.equal('succeeded')
      expect([held, fetched]).to.deep.equal([[true], [true]])
    })

    it('is not held once it was closed', async () => {
      network.moods = ['drop-before']
      const opened: (PublicMedia | null)[] = []
      onCommit = async ([source]) => {
        opened.push(await openPublicMedia(harness.context, nameOf((await source?.link())?.url ?? '')))
      }
      expect((await publish(url('/small.png'))).status).to.equal('succeeded')
      expect(await opened[0]?.noteHeld?.()).to.equal(false)
    })

    it('does not count as fetched before the last byte is on its way, and has none to give once it was closed', async () => {
      network.moods = ['drop-before']
      let media: PublicMedia | null = null
      onCommit = async ([source]) => {
        const name = nameOf((await source?.link())?.url ?? '')
        if (media) return
        media = await openPublicMedia(harness.context, name)
        await bytesOf(media?.open({ start: 0, end: small.length - 2 }) as AsyncIterable<Uint8Array>)
      }
      expect((await publish(url('/small.png'))).status).to.equal('succeeded')
      expect(fetched).to.deep.equal([false, false])
      const late = bytesOf((media as unknown as PublicMedia).open()).then(
        () => 'whole',
        () => 'cut off',
      )
      expect(await late).to.equal('cut off')
    })

    it('counts as fetched only together with all others of its attempt', async () => {
      network.moods = ['drop-before']
      onCommit = async ([first, second]) => {
        const name = nameOf((await first?.link())?.url ?? '')
        await second?.link()
        if (fetched.length === 0) await drain(name)
      }
      const ended = await publish(url('/small.png'), url('/wide.png'))
      expect(ended.status).to.equal('succeeded')
      expect(fetched).to.deep.equal([false, false])
    })

    it('counts as neither where the attempt had none', async () => {
      network.moods = ['accept-then-drop']
      await publish(url('/small.png'))
      expect(fetched).to.deep.equal([null])
    })
  })

  describe('is swept', () => {
    it('an hour after the publish has ended, links too', async () => {
      let name = ''
      onCommit = async ([source]) => {
        name = (await source?.link())?.url.split('/').at(-1) ?? ''
      }
      await publish(url('/wide.png'))
      const before = await stored()
      expect(before.length).to.be.at.least(1)
      clockMs += 59 * 60_000
      expect((await sweepMedia(harness.context)).spent).to.equal(0)
      expect(await stored()).to.have.members(before)
      clockMs += 2 * 60_000
      expect((await sweepMedia(harness.context)).spent).to.equal(1)
      expect(await openPublicMedia(harness.context, name)).to.equal(null)
      // The original was never of the publish: it is an orphan, whose time has not come.
      clockMs += 24 * hour
      await sweepMedia(harness.context)
      expect(await stored()).to.deep.equal([])
    })

    it('although hundreds of files before it cannot be removed', async () => {
      const { context } = harness
      await publish(url('/small.png'))
      const [sent = ''] = await stored()
      await context.pool.query(
        `insert into media_file (id, organization_id, write_id, content_type, bytes, sha256, created_at)
        select ('00000000-0000-7000-8000-' || lpad(number::text, 12, '0'))::uuid, organization_id, write_id, content_type,
          bytes, sha256, created_at
        from media_file, generate_series(1, 600) number where id = $1`,
        [sent],
      )
      await context.pool.query('update media_file set created_at = created_at where id = $1', [sent])
      clockMs += 2 * hour
      const remove = (id: string) => (id === sent ? context.media.remove(id) : Promise.reject(new Error('not allowed')))
      const swept = sweepMedia({ ...context, media: { ...context.media, remove } })
      expect(await swept.catch((error: unknown) => error)).to.have.property('message', 'not allowed')
      expect(await stored()).not.to.include(sent)
    })

    it('not while the publish has work left', async () => {
      const result = await ask(harness.context, 'posts.publish', {
        scope: { organizationId: harness.organizationId, profileId: null },
        body: { platform: 'x', accountId: account.id, text: 'look', media: [url('/small.png')] },
      })
      network.processing = 1_000
      const { publishId } = bodyOf(result)
      await runWrite(harness.context, { writeId: publishId, signal: new AbortController().signal })
      expect((await row(publishId)).status).to.equal('accepted')
      clockMs += 48 * hour
      expect(await sweepMedia(harness.context)).to.deep.equal({ spent: 0, orphans: 0 })
      expect(await stored()).to.have.length(1)
    })

    it('when nothing refers to it for a day', async () => {
      await publish(url('/small.png'))
      const known = await stored()
      const writer = harness.context.media.create()
      writer.write(small)
      const { id } = await writer.finish()
      await writeFile(join(harness.dir, 'media', 'README'), 'a file of the operator')
      clockMs += 30 * 60_000
      expect(await sweepMedia(harness.context)).to.deep.equal({ spent: 0, orphans: 0 })
      expect(await stored()).to.include.members([id, ...known])
      clockMs += 25 * hour
      expect(await sweepMedia(harness.context)).to.deep.equal({ spent: 1, orphans: 1 })
      expect(await stored()).to.deep.equal(['README'])
    })
  })
})
