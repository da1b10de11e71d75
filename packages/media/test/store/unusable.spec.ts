import { once } from 'node:events'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { ServiceError } from '@carillon/errors'
import { assert } from 'chai'
import { deliverImage } from '../../src/image/deliver.ts'
import { inspectMedia } from '../../src/inspect.ts'
import { StagedBlob } from '../../src/intake/staged-blob.ts'
import { createDiskStore } from '../../src/store/disk.ts'
import type { MediaStore } from '../../src/store/media-store.ts'
import { createS3Store } from '../../src/store/s3.ts'
import { sweepEntries } from '../../src/store/sweep.ts'
import { writeStream } from '../../src/store/write-stream.ts'
import { imageFile } from '../image/images.ts'
import { scratchDir } from './scratch.ts'

const id = '0198c0de-0000-7000-8000-000000000000'
const item = { code: 'invalid_image', item: 'images[0]', owner: 'one' } as const
const roomy = { contentTypes: ['image/jpeg'], maxBytes: 1_000_000, maxSide: 4_000 } as const

async function assertStoreFailure(work: () => Promise<unknown>, what: string): Promise<void> {
  const failure = await work().then(
    () => assert.fail(`${what} succeeded`),
    (error: unknown) => error,
  )
  assert.instanceOf(failure, ServiceError, `${what}: ${failure}`)
  assert.equal(failure.code, 'database_error', `${what}: ${failure.message}`)
  assert.notInclude(failure.message, '/')
}

const operations = (store: MediaStore): Readonly<Record<string, () => Promise<unknown>>> => ({
  write: () => writeStream(store, Readable.from([Buffer.from('GIF89a')])),
  read: () => buffer(store.open(id)),
  stat: () => store.stat(id),
  copy: () => store.copy(id),
  remove: () => store.remove(id),
})

describe('a media store on a disk that cannot be used', () => {
  let dir: string
  let clean: () => Promise<void>
  beforeEach(async () => {
    ;({ dir, clean } = await scratchDir())
  })
  afterEach(() => clean())

  it('fails each operation as a failure of the store', async () => {
    const store = createDiskStore({ dir: join(dir, 'file'), freeFloor: 0 })
    await writeFile(join(dir, 'file'), '')
    const reserving = { reserve: () => store.reserve(1) }
    for (const [name, operation] of Object.entries({ ...operations(store), ...reserving })) {
      await assertStoreFailure(operation, name)
    }
    await rm(join(dir, 'file'))
    const { id: written } = await writeStream(store, Readable.from([Buffer.from('back')]))
    assert.equal(String(await buffer(store.open(written))), 'back')
  })

  it('fails with the first error, even if nothing can be removed afterwards', async () => {
    const media = join(dir, 'media')
    const store = createDiskStore({ dir: media, freeFloor: 0 })
    async function* bytes() {
      yield Buffer.from('begun')
      while ((await readdir(media)).length === 0) await setTimeout(1)
      await rename(media, join(dir, 'elsewhere'))
      await writeFile(media, '')
      yield Buffer.from('ended')
    }
    await mkdir(media)
    await assertStoreFailure(() => writeStream(store, bytes()), 'write')
  })

  it('does not make its images damaged ones', async () => {
    const store = createDiskStore({ dir, freeFloor: 0 })
    const staged = StagedBlob.ofBytes(await writeStream(store, Readable.from([await imageFile.png()])))
    const file = await inspectMedia(store, staged, item)
    await rm(join(dir, staged.id))
    const uses = {
      inspect: () => inspectMedia(store, staged, item),
      deliver: () => deliverImage(store, file, { ...roomy, ...item }),
      deliverAsItIs: () => deliverImage(store, file, { ...roomy, ...item, contentTypes: ['image/png'] }),
    }
    for (const [name, use] of Object.entries(uses)) await assertStoreFailure(use, `${name} without its file`)
    await mkdir(join(dir, staged.id))
    for (const [name, use] of Object.entries(uses)) await assertStoreFailure(use, `${name} of a folder`)
  })
})

describe('a sweep of files of which one cannot be removed', () => {
  const modifiedAt = new Date(0)
  async function* entries(count: number) {
    for (let at = 0; at < count; at++) yield { key: String(at), id: String(at), abandoned: false, modifiedAt }
  }
  async function removedOf(count: number, fails: (key: string) => boolean): Promise<string[]> {
    const removed: string[] = []
    const failure = new Error('not permitted')
    const remove = async ({ key }: { key: string }) => {
      if (fails(key)) throw failure
      removed.push(key)
    }
    const swept = sweepEntries(entries(count), { olderThan: new Date(), isReferenced: async () => new Set(), remove })
    assert.equal(await swept.catch((error: unknown) => error), failure)
    return removed
  }

  it('removes the others, and fails', async () => {
    assert.lengthOf(await removedOf(1_200, (key) => key === '3'), 1_199)
  })

  it('ends when ten cannot be', async () => {
    assert.lengthOf(await removedOf(1_200, (key) => Number(key) >= 700), 700)
  })
})

describe('a bucket that cannot be used', () => {
  const responses = {
    AccessDenied: 403,
    InvalidAccessKeyId: 403,
    NoSuchBucket: 404,
    ExpiredToken: 400,
    RequestTimeout: 400,
  }

  for (const [code, status] of Object.entries(responses)) {
    it(`because of ${code}, fails each operation as a failure of the store`, async () => {
      const server = createServer((req, res) => {
        req.resume().on('end', () => {
          res.writeHead(status, { 'content-type': 'application/xml' })
          res.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`)
        })
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' }
      const at = { bucket: 'media', region: 'eu', endpoint: `http://127.0.0.1:${port}`, forcePathStyle: true }
      const store = createS3Store({ ...at, credentials })
      try {
        for (const [name, operation] of Object.entries(operations(store))) {
          // The response to a HEAD request has no code, so that a missing bucket looks like a missing file.
          if (code !== 'NoSuchBucket' || name !== 'stat') await assertStoreFailure(operation, name)
        }
      } finally {
        server.closeAllConnections()
        server.close()
      }
    })
  }
})
