import { randomUUIDv7 } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { type AccountRow, insertExternalWrite, readExternalWrite } from '@carillon/database'
import { fetchLimits, mediaRules } from '@carillon/domain'
import type { Outbound } from '@carillon/outbound'
import { expect } from 'chai'
import { runWrite } from '../../src/journal/run-write.ts'
import { FakeNetwork } from '../fake-network.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}

/** An image of one pixel; one that carries a comment has to be encoded again before it is sent. */
function pixel({ comment }: { comment: boolean }): Buffer {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...(comment ? [chunk('tEXt', Buffer.from('Comment\0taken at home', 'latin1'))] : []),
    chunk('IDAT', deflateSync(Buffer.from([0, 9, 9, 9]))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const MiB = 1024 ** 2
/** The most that an image of the field may have; a video of the same field may have more. */
const maxImage = 64 * MiB

const served: Readonly<Record<string, Buffer>> = {
  'https://media.example/huge': Buffer.concat([pixel({ comment: false }), Buffer.alloc(maxImage)]),
  'https://media.example/plain': pixel({ comment: false }),
  'https://media.example/commented': pixel({ comment: true }),
  'https://media.example/nonsense': Buffer.from('no image at all'),
}

async function* once(bytes: Buffer) {
  yield bytes
}

interface Asked {
  url: string
  timeoutMs: number
  maxBytes: number
}

let asked: Asked[] = []

const guarded = async (request: Asked) => {
  const { url } = request
  asked.push(request)
  const bytes = served[url]
  return { status: bytes ? 200 : 404, headers: new Headers(), body: once(bytes ?? Buffer.alloc(0)) }
}

describe('media that are fetched from an address', () => {
  let harness: Harness
  let account: AccountRow

  before(async () => {
    const port = new FakeNetwork().port
    harness = await startHarness({
      registry: withPorts({ x: { publish: port } }),
      outbound: { guarded, close: async () => {} } as unknown as Outbound,
    })
    account = await harness.connect({ platform: 'x' })
  })
  after(() => harness.close())

  /** How it ended, the files in the store by then and those that some publish knows. */
  async function publish(...names: string[]) {
    const { context } = harness
    const id = randomUUIDv7()
    const now = context.now()
    const media = names.map((name) => ({ source: { url: `https://media.example/${name}` } }))
    const state = { key: id, uploaded: false, postId: null }
    await insertExternalWrite(context.db, {
      id,
      kind: 'publish',
      organizationId: harness.organizationId,
      profileId: harness.profileId,
      accountId: account.id,
      platform: 'x',
      requestId: 'test',
      payload: JSON.stringify({ platform: 'x', accountId: account.id, text: '', media }),
      state: JSON.stringify(state),
      wakeAt: now,
      createdAt: now,
    })
    const before = new Set(await readdir(join(harness.dir, 'media')).catch(() => []))
    await runWrite(context, { writeId: id, signal: new AbortController().signal })
    const row = await readExternalWrite(context.db, id)
    const stored = (await readdir(join(harness.dir, 'media')).catch(() => [])).filter((name) => !before.has(name))
    const files = await context.pool.query<{ id: string }>('select id from media_file where write_id = $1', [id])
    const known = files.rows.map((file) => file.id)
    return {
      status: row?.status,
      code: row?.error?.code,
      message: row?.error?.message,
      stored: stored.sort(),
      known: known.sort(),
    }
  }

  it('are kept as they came when they can be sent so', async () => {
    const { status, stored, known } = await publish('plain')
    expect([status, stored.length]).to.deep.equal(['succeeded', 1])
    expect(stored).to.deep.equal(known)
  })

  it('leave no original behind when they are encoded again', async () => {
    const { status, stored, known } = await publish('commented', 'plain')
    expect([status, stored.length]).to.deep.equal(['succeeded', 2])
    expect(stored).to.deep.equal(known)
  })

  it('are limited by what the rules of their field allow', async () => {
    const limits = fetchLimits(
      mediaRules.x.filter(({ field }) => field === 'media'),
      null,
    )
    asked = []
    await publish('plain')
    expect(asked.map(({ timeoutMs, maxBytes }) => ({ timeoutMs, maxBytes }))).to.deep.equal([
      { timeoutMs: limits.maxMs, maxBytes: limits.maxBytes + 1 },
    ])
  })

  it('are limited by what their first bytes are', async () => {
    const { status, code, message, stored } = await publish('huge')
    expect([status, code, stored]).to.deep.equal(['failed', 'invalid_media', []])
    expect(message).to.include(`at most ${maxImage} bytes are taken`)
  })

  it('leave nothing behind when one of them cannot be used', async () => {
    for (const wrong of ['missing', 'nonsense']) {
      const { status, code, stored } = await publish('plain', 'commented', wrong)
      expect([status, code], wrong).to.deep.equal(['failed', 'invalid_media'])
      expect(stored, wrong).to.deep.equal([])
    }
  })
})
