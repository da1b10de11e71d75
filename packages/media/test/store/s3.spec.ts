import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ServiceError } from '@carillon/errors'
import { type S3Server, startS3 } from '@carillon/testkit'
import { assert } from 'chai'
import { inspectMedia } from '../../src/inspect.ts'
import { StagedBlob } from '../../src/intake/staged-blob.ts'
import { openReader } from '../../src/store/byte-reader.ts'
import type { MediaStore } from '../../src/store/media-store.ts'
import { openS3Store } from '../../src/store/open-s3.ts'
import { writeStream } from '../../src/store/write-stream.ts'
import { imageFile } from '../image/images.ts'
import { video } from '../probe/videos.ts'
import { scratchDir } from './scratch.ts'

const MIB = 1024 * 1024

function pieces(bytes: Buffer, size = 64 * 1024): Readable {
  return Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    })(),
  )
}

describe('the S3 store', () => {
  let clean: () => Promise<void>
  let server: S3Server
  let store: MediaStore
  const callsOf = (part: string) => server.calls.filter((call) => call.includes(part))

  before(async () => {
    const scratch = await scratchDir()
    clean = scratch.clean
    server = await startS3(scratch.dir)
    store = await openS3Store(server.options)
  })
  beforeEach(() => {
    server.calls.length = 0
    server.failing = () => false
    server.denied = () => null
  })
  after(async () => {
    await server.stop()
    await clean()
  })

  it('keeps a small file with one request', async () => {
    const bytes = randomBytes(70_000)
    const written = await writeStream(store, pieces(bytes))
    assert.deepInclude(written, { bytes: 70_000 })
    assert.equal(server.calls.length, 1)
    assert.isTrue((await buffer(store.open(written.id))).equals(bytes))
    assert.equal((await store.stat(written.id))?.bytes, 70_000)
  })

  it('copies a file inside of the service', async () => {
    const bytes = randomBytes(70_000)
    const { id } = await writeStream(store, pieces(bytes))
    server.calls.length = 0
    const copy = (await store.copy(id)) ?? ''
    assert.equal(server.calls.length, 1)
    await store.remove(id)
    assert.isTrue((await buffer(store.open(copy))).equals(bytes))
    assert.isNull(await store.copy(id))
  })

  it('copies a file in parts that is too large for one request', async () => {
    const bytes = randomBytes(70_000)
    const { id } = await writeStream(store, pieces(bytes))
    const large = await openS3Store({ ...server.options, copySizes: { object: 50_000, part: 30_000 } })
    server.maxCopyBytes = 50_000
    try {
      const copy = (await large.copy(id)) ?? ''
      assert.lengthOf(callsOf('partNumber='), 3)
      assert.isTrue((await buffer(store.open(copy))).equals(bytes))
      assert.isNull(await large.copy(randomUUIDv7()))
      server.failing = (call) => call.includes('partNumber=2')
      const before = await server.held()
      const failure = await large.copy(id).catch((error: unknown) => error)
      assert.include(failure, { code: 'database_error' })
      assert.deepEqual(await server.held(), before)
      assert.isNotEmpty(server.calls.filter((call) => call.startsWith('DELETE') && call.includes('uploadId=')))
      // An object of a permitted size is rejected for another reason.
      const rejected = await store.copy(id).catch((error: unknown) => error)
      assert.nestedPropertyVal(rejected, 'cause.$metadata.httpStatusCode', 400)
    } finally {
      server.maxCopyBytes = Number.POSITIVE_INFINITY
    }
  })

  it('gives a URL at which the file can be fetched without credentials, if presigned URLs are allowed', async () => {
    const bytes = randomBytes(70_000)
    const { id } = await writeStream(store, pieces(bytes))
    const how = { contentType: 'image/jpeg', seconds: 60 }
    assert.isNull(await store.presignedUrl(id, how))
    const open = await openS3Store({ ...server.options, presigned: true })
    server.calls.length = 0
    const url = (await open.presignedUrl(id, how)) ?? assert.fail('no URL')
    assert.isEmpty(server.calls, 'signed without a request')
    const response = await fetch(url)
    assert.equal(response.headers.get('content-type'), 'image/jpeg')
    assert.isTrue(Buffer.from(await response.arrayBuffer()).equals(bytes))
    const query = new URL(url).searchParams
    assert.equal(query.get('X-Amz-Expires'), '60')
    assert.isNotEmpty(query.get('X-Amz-Signature'))
  })

  it('keeps an empty file', async () => {
    const { id } = await writeStream(store, pieces(Buffer.alloc(0)))
    assert.equal((await store.stat(id))?.bytes, 0)
  })

  it('sends a large file in parts as it comes', async () => {
    const bytes = randomBytes(12 * MIB + 3)
    const written = await writeStream(store, pieces(bytes))
    assert.equal(callsOf('partNumber=').length, 3)
    assert.equal(callsOf('uploads').length, 1)
    assert.isTrue((await buffer(store.open(written.id))).equals(bytes))
    assert.equal((await store.stat(written.id))?.bytes, bytes.length)
  })

  it('opens ranges, both ends included', async () => {
    const { id } = await writeStream(store, pieces(Buffer.from('0123456789')))
    assert.equal(String(await buffer(store.open(id, { start: 2, end: 4 }))), '234')
    assert.equal(String(await buffer(store.open(id, { start: 7 }))), '789')
    assert.equal(String(await buffer(store.open(id, { end: 1 }))), '01')
  })

  it('removes, twice if need be, and knows nothing of what is gone', async () => {
    const { id } = await writeStream(store, pieces(Buffer.from('x')))
    await store.remove(id)
    await store.remove(id)
    assert.isNull(await store.stat(id))
    assert.throws(() => store.open('../x'), 'not an id')
    for (const work of [() => store.copy('../x'), () => store.remove('../x')]) {
      assert.equal(await work().then(String, (error: Error) => error.message), 'not an id of the media store')
    }
  })

  it('aborts the parts of an upload that breaks off', async () => {
    async function* broken() {
      for (let sent = 0; sent < 7; sent++) yield randomBytes(MIB)
      throw new Error('hung up')
    }
    const failure = await writeStream(store, broken()).catch((error: Error) => error.message)
    assert.equal(failure as unknown, 'hung up')
    assert.equal(callsOf('DELETE').length, 1)
    assert.include(callsOf('DELETE')[0], 'uploadId=')
    assert.isEmpty(
      callsOf('POST').filter((call) => call.includes('uploadId=')),
      'completed',
    )
  })

  it('reports a service that fails as a failure of the store, upload aborted', async function () {
    this.timeout(900_000)
    server.failing = (call) => call.includes('partNumber=2')
    const failure = await writeStream(store, pieces(randomBytes(11 * MIB))).catch((error: unknown) => error)
    assert.instanceOf(failure, ServiceError)
    assert.equal(failure.code, 'database_error')
    assert.lengthOf(callsOf('DELETE'), 1)
  })

  it('reports a quota that is used up as too little space', async () => {
    const { id } = await writeStream(store, pieces(Buffer.from('x')))
    server.denied = (call) => (/^P(?:UT|OST)/.test(call) ? 'QuotaExceeded' : null)
    for (const bytes of [1, 6 * MIB]) {
      const failure = await writeStream(store, pieces(randomBytes(bytes))).catch((error: unknown) => error)
      assert.include(failure, { code: 'database_error' })
      assert.include(String(failure), 'too little free space')
    }
    assert.include(String(await store.copy(id).catch((error: unknown) => error)), 'too little free space')
  })

  it('sweeps what is old and not needed, and ends abandoned uploads', async () => {
    const [needed, orphan] = [
      await writeStream(store, pieces(Buffer.from('x'))),
      await writeStream(store, pieces(Buffer.from('y'))),
    ]
    const future = new Date(Date.now() + 3_600_000)
    server.uploads = [
      { key: `media/${orphan.id}`, id: 'old', initiated: '2026-01-01T00:00:00.000Z' },
      { key: `media/${orphan.id}`, id: 'young', initiated: '2099-01-01T00:00:00.000Z' },
    ]
    const asked: string[] = []
    const swept = await store.sweep(future, async (ids) => {
      asked.push(...ids)
      return new Set(ids.filter((id) => id !== orphan.id))
    })
    assert.includeMembers(asked, [needed.id, orphan.id])
    assert.equal(swept.removed, 2)
    assert.isNull(await store.stat(orphan.id))
    assert.isNotNull(await store.stat(needed.id))
    assert.deepEqual(
      callsOf('uploadId=').map((call) => /uploadId=(\w+)/.exec(call)?.[1]),
      ['old'],
    )
    server.calls.length = 0
    const young = await store.sweep(new Date(0), async () => assert.fail('nothing is that old'))
    assert.equal(young.removed, 0)
  })

  it('sweeps the others when an upload has ended since it was listed, or cannot be aborted', async () => {
    const [old, ended] = [{ initiated: '2026-01-01T00:00:00.000Z' }, { ended: true } as const]
    const upload = (id: string) => ({ key: `media/${randomUUIDv7()}`, id, ...old })
    const none = async () => new Set<string>()
    const abortedOf = () => callsOf('uploadId=').map((call) => /uploadId=(\w+)/.exec(call)?.[1])
    server.uploads = [{ ...upload('ended'), ...ended }, upload('other')]
    assert.equal((await store.sweep(new Date('2026-02-01'), none)).removed, 2)
    assert.deepEqual(abortedOf(), ['ended', 'other'])
    server.uploads = [upload('fails'), upload('last')]
    server.calls.length = 0
    server.failing = (call) => call.includes('uploadId=fails')
    const failure = await store.sweep(new Date('2026-02-01'), none).catch((error: unknown) => error)
    assert.nestedPropertyVal(failure, '$metadata.httpStatusCode', 503)
    assert.include(abortedOf(), 'last')
  })

  it('aborts abandoned uploads even if no file can be removed', async () => {
    await writeStream(store, pieces(Buffer.from('x')))
    server.uploads = [{ key: `media/${randomUUIDv7()}`, id: 'old', initiated: '2026-01-01T00:00:00.000Z' }]
    server.failing = (call) => call.startsWith('DELETE') && !call.includes('uploadId=')
    const future = new Date(Date.now() + 3_600_000)
    assert.instanceOf(await store.sweep(future, async () => new Set()).catch((error: unknown) => error), Error)
    assert.isNotEmpty(callsOf('uploadId=old'))
  })

  it('reads beyond the end of a file as an error of the range, as a disk does', async () => {
    const { id } = await writeStream(store, pieces(Buffer.from('0123456789')))
    const reader = await openReader(store, { id, bytes: 10 })
    for (const [offset, length] of [
      [8, 4],
      [10, 1],
      [12, 2],
    ] as const) {
      assert.instanceOf(await reader.read(offset, length).catch((error: unknown) => error), RangeError)
    }
    assert.lengthOf(await reader.read(10, 0), 0)
    assert.isEmpty(callsOf('GET'), 'no request')
  })

  it('lets media be looked into from afar', async () => {
    const item = { code: 'invalid_media', item: 'media[0]', owner: 'one' } as const
    for (const bytes of [await imageFile.png(), video()]) {
      const staged = StagedBlob.ofBytes(await writeStream(store, pieces(bytes)))
      const found = await inspectMedia(store, staged, item)
      assert.isAbove(found.width ?? 0, 0)
    }
  })
})
