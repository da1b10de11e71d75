import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { appendUpload, createUpload, readUpload, useUpload } from '../../src/index.ts'
import { runRetention } from '../../src/jobs/run-retention.ts'
import { deleteUpload } from '../../src/uploads/delete-upload.ts'
import { rejection } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'

const hour = 3_600_000

describe('uploads', () => {
  let harness: Harness
  let now = new Date()
  beforeEach(async () => {
    now = new Date()
    harness = await startHarness({ now: () => now }, { UPLOAD_BYTES_PER_ORGANIZATION: '10' })
  })
  afterEach(() => harness.close())

  const grant = () => {
    const scope = { organizationId: harness.organizationId, profileId: null }
    return { keyId: 'key', scope, scopes: ['*' as const] }
  }
  const files = () => readdir(join(harness.dir, 'media'))
  const create = (bytes: number) =>
    createUpload(harness.context, grant(), { bytes, filename: null, filetype: 'image/png' })

  async function* source(text: string) {
    yield Buffer.from(text)
  }
  const append = (uploadId: string, offset: number, text: string) =>
    appendUpload(harness.context, grant(), {
      uploadId,
      offset,
      source: source(text),
      checksum: null,
      signal: new AbortController().signal,
      authorizeAgain: async () => {},
    })

  it('expire after a day, are then as absent as others, and leave no file', async () => {
    const complete = await create(3)
    const begun = await create(6)
    await append(complete.uploadId, 0, 'abc')
    await append(begun.uploadId, 0, 'ab')
    await append(begun.uploadId, 2, 'cd')
    expect(await files()).to.have.lengthOf(3)
    now = new Date(now.getTime() + 23 * hour)
    await runRetention(harness.context, new AbortController().signal)
    expect(await files()).to.have.lengthOf(3)
    expect(await rejection(create(2))).to.include({ code: 'upload_quota_exceeded', status: 413 })
    now = new Date(now.getTime() + hour)
    for (const { uploadId } of [complete, begun]) {
      expect(await rejection(readUpload(harness.context, grant(), uploadId))).to.include({ code: 'upload_not_found' })
    }
    await create(10)
    await runRetention(harness.context, new AbortController().signal)
    expect(await files()).to.deep.equal([])
  })

  /** An upload as a process leaves it that died after it had received the last piece, before it joined the pieces. */
  async function unjoined([first, second]: [string, string] = ['ab', 'cd']): Promise<string> {
    const { uploadId } = await create(first.length + second.length)
    await append(uploadId, 0, first)
    await append(uploadId, first.length, second)
    const { db } = harness.context
    const { fileId } = await db.kysely.selectFrom('upload').select('fileId').executeTakeFirstOrThrow()
    const parts = await Promise.all([first, second].map((text) => stored(text)))
    await db.kysely.updateTable('upload').set({ fileId: null, sha256: null }).execute()
    for (const [index, part] of parts.entries()) {
      const startByte = index * first.length
      const piece = { uploadId, startByte, fileId: part.id, contentType: null, sha256: part.sha256 }
      await db.kysely.insertInto('uploadPiece').values(piece).execute()
    }
    await harness.context.media.remove(String(fileId))
    return uploadId
  }

  it('are completed by the next reader when the process that received the last piece died before it joined them', async () => {
    const uploadId = await unjoined()
    const { organizationId } = harness
    const readers = Array.from({ length: 3 }, () =>
      useUpload(harness.context, uploadId, { organizationId, announced: false }),
    )
    const found = await Promise.all(readers)
    expect(new Set(found.map(({ id }) => id)).size).to.equal(1)
    expect(await files()).to.deep.equal([found[0]?.id])
    await deleteUpload(harness.context, grant(), uploadId)
    expect(await files()).to.deep.equal([])
  })

  it('are found by a reader whose pieces another one has joined and removed meanwhile', async () => {
    const uploadId = await unjoined()
    const options = { organizationId: harness.organizationId, announced: false }
    const other = await harness.another()
    const { media } = harness.context
    const open = async function* (id: string) {
      await useUpload(other, uploadId, options)
      yield* media.open(id)
    }
    const found = await useUpload(withMedia({ open }), uploadId, options)
    expect(await files()).to.deep.equal([found.id])
  })

  it('that are deleted while they are joined are not found, and leave no file', async () => {
    const uploadId = await unjoined()
    const { media } = harness.context
    const open = async function* (id: string) {
      await deleteUpload(harness.context, grant(), uploadId).catch(() => {})
      yield* media.open(id)
    }
    const options = { organizationId: harness.organizationId, announced: false }
    expect(await rejection(useUpload(withMedia({ open }), uploadId, options))).to.include({ code: 'upload_not_found' })
    expect(await files()).to.deep.equal([])
  })

  it('that are deleted while their last piece arrives are not found', async () => {
    const { uploadId } = await create(3)
    const sent = {
      ...{ uploadId, offset: 0, source: source('abc'), checksum: null, signal: new AbortController().signal },
      authorizeAgain: () => deleteUpload(harness.context, grant(), uploadId),
    }
    const rejected = await rejection(appendUpload(harness.context, grant(), sent))
    expect(rejected).to.include({ code: 'upload_not_found' })
    expect(await files()).to.deep.equal([])
  })

  it('reject a piece for its own reason, even if the media store cannot remove it', async () => {
    const { uploadId } = await create(3)
    const remove = () => Promise.reject(new Error('the media store has failed'))
    const sent = {
      ...{ uploadId, offset: 0, source: source('abc'), checksum: null, signal: new AbortController().signal },
      authorizeAgain: () => deleteUpload(harness.context, grant(), uploadId),
    }
    const rejected = await rejection(appendUpload(withMedia({ remove }), grant(), sent))
    expect(rejected).to.include({ code: 'upload_not_found' })
  })

  it('are joined once for all readers of a process', async () => {
    const uploadId = await unjoined()
    const { media, db } = harness.context
    let created = 0
    const context = withMedia({
      create() {
        created++
        return media.create()
      },
    })
    const options = { organizationId: harness.organizationId, announced: false }
    await Promise.all([
      ...Array.from({ length: 5 }, () => useUpload(context, uploadId, options)),
      ...Array.from({ length: 5 }, () => readUpload(context, grant(), uploadId)),
    ])
    expect(created).to.equal(1)
    expect(await db.kysely.selectFrom('uploadPiece').selectAll().execute()).to.deep.equal([])
  })

  it('are incomplete for a client that reads them while they are joined', async () => {
    const uploadId = await unjoined()
    const { media } = harness.context
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const open = async function* (id: string) {
      await released
      yield* media.open(id)
    }
    const context = withMedia({ open })
    const read = async () => (await readUpload(context, grant(), uploadId)).status
    expect([await read(), await read()]).to.deep.equal(['incomplete', 'incomplete'])
    release()
    while ((await read()) !== 'complete');
  })

  it('leave no joined file whose facts could not be read', async () => {
    const uploadId = await unjoined(['GIF', '89a'])
    const before = await files()
    const { media } = harness.context
    const open = (id: string) => {
      if (before.includes(id)) return media.open(id)
      throw new Error('the media store has failed')
    }
    const context = withMedia({ open, localPath: () => null })
    const options = { organizationId: harness.organizationId, announced: false }
    const error = await useUpload(context, uploadId, options).catch((thrown: unknown) => thrown)
    expect(error).to.include({ message: 'the media store has failed' })
    expect(await files()).to.have.members(before)
  })

  it('leave no joined file that the database did not store', async () => {
    const uploadId = await unjoined(['GIF', '89a'])
    const before = await files()
    const { pool } = harness.context
    await pool.query(`
      create function reject() returns trigger language plpgsql as $$ begin raise 'read-only'; end $$;
      create trigger reject before update on upload for each row execute function reject()`)
    try {
      const options = { organizationId: harness.organizationId, announced: false }
      const error = await useUpload(harness.context, uploadId, options).catch((thrown: unknown) => thrown)
      expect(error).to.include({ message: 'read-only' })
      expect(await files()).to.have.members(before)
    } finally {
      await pool.query('drop function reject cascade')
    }
  })

  it('are deleted without being joined first', async () => {
    const uploadId = await unjoined()
    const create = () => expect.fail('the pieces are joined')
    await deleteUpload(withMedia({ create }), grant(), uploadId)
    expect(await files()).to.deep.equal([])
  })

  /** The same process with other functions of its media store. */
  const withMedia = (own: object) => {
    const { media } = harness.context
    const changed = new Proxy(media, { get: (_target, name) => Reflect.get(name in own ? own : media, name) })
    return { ...harness.context, media: changed }
  }

  async function stored(text: string) {
    const writer = harness.context.media.create()
    writer.write(Buffer.from(text))
    return writer.finish()
  }
})
