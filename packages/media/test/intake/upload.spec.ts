import { PassThrough } from 'node:stream'
import { assert } from 'chai'
import { type StagedBlob, stagedFacts, stagedUpload } from '../../src/intake/staged-blob.ts'
import { type UploadEngine, uploadEngine } from '../../src/intake/upload.ts'
import { MemoryStore } from '../memory-store.ts'

type Outcome = { error: unknown; staged: StagedBlob | undefined }

function handle(engine: UploadEngine, stream: PassThrough): Promise<Outcome> {
  return new Promise((resolve) => {
    engine._handleFile({}, { fieldname: 'video', stream }, (error, info) => resolve({ error, staged: info?.staged }))
  })
}

describe('the multipart storage engine', () => {
  it('stages a part, whatever its name', async () => {
    const store = new MemoryStore()
    const stream = new PassThrough()
    stream.end(Buffer.from('GIF89a-and-more'))
    const { error, staged } = await handle(uploadEngine({ store, maxBytes: 100 }), stream)
    assert.isNull(error)
    assert.deepInclude(staged, { bytes: 15, encodedLength: 20, validBase64: true, sniffed: 'image/gif' })
    assert.equal(store.files.size, 1)
  })

  it('responds with 413 for a part that is too large, and lets the rest of it flow', async () => {
    const store = new MemoryStore()
    const stream = new PassThrough()
    const handled = handle(uploadEngine({ store, maxBytes: 10 }), stream)
    stream.write(Buffer.alloc(11))
    const { error } = await handled
    assert.deepInclude(error, { code: 'invalid_request', status: 413 })
    const ended = new Promise((resolve) => stream.once('end', resolve))
    stream.end(Buffer.alloc(1_000_000))
    await ended
    assert.equal(store.files.size + store.opened, 0)
  })

  it('leaves nothing of a part that breaks off', async () => {
    const store = new MemoryStore()
    const stream = new PassThrough()
    const handled = handle(uploadEngine({ store, maxBytes: 100 }), stream)
    stream.write('half')
    stream.destroy()
    assert.instanceOf((await handled).error, Error)
    assert.equal(store.files.size + store.opened, 0)
  })

  it('removes what multer takes back', async () => {
    const store = new MemoryStore()
    const engine = uploadEngine({ store, maxBytes: 100 })
    const stream = new PassThrough()
    stream.end('whole')
    const { staged } = await handle(engine, stream)
    const remove = (part: { staged?: StagedBlob }) => new Promise((resolve) => engine._removeFile({}, part, resolve))
    assert.isNull(await remove(staged ? { staged } : {}))
    assert.equal(store.files.size, 0)
    assert.isNull(await remove({}))
  })
  it('keeps the file of an earlier upload, and has nothing to remove of facts', async () => {
    const store = new MemoryStore()
    const removed: string[] = []
    store.remove = async (id) => void removed.push(id)
    const engine = uploadEngine({ store, maxBytes: 100 })
    const file = { id: '00000000-0000-7000-8000-000000000001', bytes: 1, sha256: '', contentType: 'image/png' }
    const facts = { contentType: 'image/png', bytes: 1, width: null, height: null, durationSeconds: null }
    for (const staged of [stagedUpload(file, 'the upload'), stagedFacts(facts)]) {
      assert.isNull(await new Promise((resolve) => engine._removeFile({}, { staged }, resolve)))
    }
    assert.isEmpty(removed)
  })
})
