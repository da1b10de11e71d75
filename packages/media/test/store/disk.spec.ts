import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { type FileHandle, open, readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { ServiceError } from '@carillon/errors'
import { assert } from 'chai'
import { readJson } from '../../src/intake/read-json.ts'
import { createDiskStore, type DiskStoreOptions } from '../../src/store/disk.ts'
import { joinFiles } from '../../src/store/join-files.ts'
import { writeStream } from '../../src/store/write-stream.ts'
import { scratchDir } from './scratch.ts'

const GIB = 1024 ** 3

async function failureOf(work: Promise<unknown>): Promise<ServiceError> {
  const failure = await work.then(
    () => assert.fail('it went through'),
    (error: unknown) => error,
  )
  assert.instanceOf(failure, ServiceError)
  return failure
}

describe('the disk store', () => {
  let dir: string
  let clean: () => Promise<void>
  const store = (options: Partial<DiskStoreOptions> = {}) => createDiskStore({ dir, freeFloor: 0, ...options })

  beforeEach(async () => {
    ;({ dir, clean } = await scratchDir())
  })
  afterEach(() => clean())

  it('keeps what it was given, with its size and hash', async () => {
    const bytes = randomBytes(700_001)
    const written = await writeStream(store(), Readable.from([bytes.subarray(0, 5), bytes.subarray(5)]))
    assert.equal(written.bytes, bytes.length)
    assert.match(written.sha256, /^[0-9a-f]{64}$/)
    assert.isTrue((await buffer(store().open(written.id))).equals(bytes))
    assert.equal((await store().stat(written.id))?.bytes, bytes.length)
    assert.deepEqual(await readdir(dir), [written.id])
    assert.equal((await stat(join(dir, written.id))).mode & 0o077, 0)
  })

  it('creates a directory that only its owner can change, under any umask', async () => {
    const umask = process.umask(0)
    try {
      await writeStream(store({ dir: join(dir, 'new') }), Readable.from([Buffer.from('1')]))
    } finally {
      process.umask(umask)
    }
    assert.equal((await stat(join(dir, 'new'))).mode & 0o777, 0o700)
  })

  it('opens ranges, both ends included', async () => {
    const { id } = await writeStream(store(), Readable.from([Buffer.from('0123456789')]))
    assert.equal(String(await buffer(store().open(id, { start: 2, end: 4 }))), '234')
    assert.equal(String(await buffer(store().open(id, { start: 7 }))), '789')
  })

  it('opens a file only when it is read, and closes it with the stream', async () => {
    const { id } = await writeStream(store(), Readable.from([randomBytes(1_000_000)]))
    const before = readdirSync('/proc/self/fd').length
    const unread = Array.from({ length: 20 }, () => store().open(id))
    await setTimeout(50)
    assert.isAtMost(readdirSync('/proc/self/fd').length, before + 3)
    for (const stream of unread) {
      stream.read(0)
      await once(stream, 'readable')
      stream.destroy()
    }
    while (readdirSync('/proc/self/fd').length > before + 3) await setTimeout(5)
  })

  it('removes, twice if need be, and knows nothing of what is gone', async () => {
    const { id } = await writeStream(store(), Readable.from([Buffer.from('x')]))
    await store().remove(id)
    await store().remove(id)
    assert.isNull(await store().stat(id))
  })

  it('copies a file, and either can be removed without the other', async () => {
    const { id } = await writeStream(store(), Readable.from([Buffer.from('bytes')]))
    await utimes(join(dir, id), new Date(0), new Date(0))
    const copy = (await store().copy(id)) ?? ''
    assert.notEqual(copy, id)
    assert.isTrue(((await store().stat(copy))?.modifiedAt.getTime() ?? 0) > 0, 'the sweep sees a new file')
    await store().remove(id)
    assert.equal(String(await buffer(store().open(copy))), 'bytes')
    assert.isNull(await store().copy(id))
  })

  it('copies the bytes where its file system has no hard links', async () => {
    const makeLink = () => Promise.reject(Object.assign(new Error('not permitted'), { code: 'EPERM', syscall: 'link' }))
    const { id } = await writeStream(store(), Readable.from([Buffer.from('bytes')]))
    const copy = (await store({ makeLink }).copy(id)) ?? ''
    await store().remove(id)
    assert.equal(String(await buffer(store().open(copy))), 'bytes')
  })

  it('joins files, and leaves them', async () => {
    const parts = [randomBytes(300_000), randomBytes(1), randomBytes(500_000)]
    const files = await Promise.all(parts.map((part) => writeStream(store(), Readable.from([part]))))
    const joined = await joinFiles(
      store(),
      files.map(({ id }) => id),
    )
    assert.equal(joined.bytes, 800_001)
    assert.isTrue((await buffer(store().open(joined.id))).equals(Buffer.concat(parts)))
    assert.lengthOf(await readdir(dir), 4)
  })

  it('takes no id that could be a path', async () => {
    for (const id of ['../x', '', '.', 'a/b', '00000000-0000-7000-8000-00000000000g']) {
      assert.throws(() => store().open(id), 'not an id')
      for (const work of ['stat', 'copy', 'remove'] as const) {
        await store()
          [work](id)
          .then(
            () => assert.fail(),
            (error: Error) => assert.equal(error.message, 'not an id of the media store'),
          )
      }
    }
  })

  it('shows a file under its id only when all of it is on the disk', async () => {
    const writer = store().create()
    writer.write(Buffer.from('half'))
    await new Promise<void>((resolve) => {
      const look = () => (readdirSync(dir).length > 0 ? resolve() : setImmediate(look))
      look()
    })
    assert.deepEqual(await readdir(dir), [`${writer.id}.part`])
    assert.isNull(await store().stat(writer.id))
    await writer.finish()
    assert.deepEqual(await readdir(dir), [writer.id])
  })

  it('has the bytes on the disk before they bear their name', async () => {
    const namesAtSync: string[][] = []
    const openFile = async (path: string) => {
      const handle = await open(path, 'wx')
      const whole = handle.sync.bind(handle)
      const sync = async () => {
        namesAtSync.push(await readdir(dir))
        await whole()
      }
      return Object.assign(handle, { sync })
    }
    const { id } = await writeStream(store({ openFile }), Readable.from([Buffer.from('x')]))
    assert.deepEqual(namesAtSync, [[`${id}.part`]])
  })

  it('fails a file of which some part could not be made durable while the rest arrived', async () => {
    const openFile = async (path: string) => {
      const handle = await open(path, 'wx')
      let failed = false
      const datasync = async () => {
        if (failed) return
        failed = true
        throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO', syscall: 'fdatasync' })
      }
      return Object.assign(handle, { datasync })
    }
    const chunks = Array.from({ length: 12 }, () => Buffer.alloc(1024 * 1024))
    const error = await failureOf(writeStream(store({ openFile }), Readable.from(chunks)))
    assert.equal(error.code, 'database_error')
    assert.isEmpty(await readdir(dir))
  })

  it('leaves no file and no descriptor after 1,000 uploads that broke off', async () => {
    const handles: FileHandle[] = []
    const openFile = async (path: string) => {
      const handle = await open(path, 'wx')
      handles.push(handle)
      return handle
    }
    const target = store({ openFile })
    const broken = Array.from({ length: 1000 }, async (_, index) => {
      const source = new PassThrough()
      const json = index % 2 === 0
      const upload = json ? readJson(source, { store: target, maxEncodedLength: 1e6 }) : writeStream(target, source)
      source.write(json ? `{"a":{"base64":"AAAA"},"b":{"base64":"${'A'.repeat((index % 5) * 5000)}` : randomBytes(9000))
      setImmediate(() => source.destroy(new Error('hung up')))
      return upload.then(
        () => 'kept',
        (error: Error) => error.message,
      )
    })
    assert.deepEqual([...new Set(await Promise.all(broken))], ['hung up'])
    assert.isEmpty(await readdir(dir))
    assert.isAtLeast(handles.length, 1)
    assert.isEmpty(handles.filter(({ fd }) => fd !== -1))
  })

  it('rejects below the floor of free space, announced uploads counted', async () => {
    const target = store({ freeFloor: GIB, free: async () => 3 * GIB })
    const first = await target.reserve(1.5 * GIB)
    const error = await failureOf(target.reserve(GIB))
    assert.equal(error.code, 'database_error')
    assert.include(error.message, 'too little free space')
    first.release()
    first.release()
    await target.reserve(2 * GIB)
    await failureOf(target.reserve(1))
  })

  it('counts what has arrived against its announcement', async () => {
    const target = store({ freeFloor: 0, free: async () => 1000 })
    const reservation = await target.reserve(900)
    await failureOf(target.reserve(200))
    await writeStream(target, Readable.from([Buffer.alloc(500)]), { reservation })
    const second = await target.reserve(200)
    second.release()
  })

  it('rejects an unannounced upload below the floor and leaves nothing', async () => {
    const error = await failureOf(
      writeStream(store({ freeFloor: 2, free: async () => 1 }), Readable.from([Buffer.from('x')])),
    )
    assert.equal(error.code, 'database_error')
    assert.isEmpty(await readdir(dir))
  })

  it('stops a long upload that passes the floor on its way', async () => {
    let free = 100
    const target = store({ freeFloor: 50, free: async () => free })
    async function* source() {
      for (let sent = 0; sent < 80; sent++) {
        if (sent === 10) free = 40
        yield Buffer.alloc(1024 * 1024)
      }
    }
    assert.equal((await failureOf(writeStream(target, source()))).code, 'database_error')
    assert.isEmpty(await readdir(dir))
  })

  it('reports a full disk with its cause, file removed', async () => {
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    const openFile = async (path: string) => {
      const handle = await open(path, 'wx')
      return Object.assign(handle, { writev: () => Promise.reject(full) })
    }
    const error = await failureOf(writeStream(store({ openFile }), Readable.from([Buffer.from('x')])))
    assert.equal(error.code, 'database_error')
    assert.equal(error.cause, full)
    assert.isEmpty(await readdir(dir))
  })

  it('tells any other fault of the disk as its own, not the caller’s', async () => {
    const broken = Object.assign(new Error('i/o error'), { code: 'EIO', syscall: 'open' })
    const error = await failureOf(
      writeStream(store({ openFile: () => Promise.reject(broken) }), Readable.from([Buffer.from('x')])),
    )
    assert.equal(error.code, 'database_error')
    assert.equal(error.cause, broken)
  })

  it('writes on after a short write', async () => {
    const openFile = async (path: string) => {
      const handle = await open(path, 'wx')
      const whole = handle.writev.bind(handle)
      return Object.assign(handle, { writev: ([first]: Buffer[]) => whole(first ? [first.subarray(0, 3)] : []) })
    }
    const target = store({ openFile })
    const { id } = await writeStream(target, Readable.from([Buffer.from('0123456'), Buffer.from('789')]))
    assert.equal(String(await buffer(target.open(id))), '0123456789')
  })

  it('sweeps what is old and not needed, abandoned uploads too, and nothing else', async () => {
    const target = store()
    const make = async (age: Date) => {
      const { id } = await writeStream(target, Readable.from([Buffer.from('x')]))
      await utimes(join(dir, id), age, age)
      return id
    }
    const old = new Date('2026-01-01T00:00:00Z')
    const limit = new Date('2026-01-02T00:00:00Z')
    const needed = await make(old)
    const orphan = await make(old)
    const young = await make(new Date('2026-01-03T00:00:00Z'))
    const part = `${orphan}.part`
    await writeFile(join(dir, part), 'x')
    await writeFile(join(dir, 'README'), 'x')
    for (const name of [part, 'README']) await utimes(join(dir, name), old, old)
    const asked: string[][] = []
    const swept = await target.sweep(limit, async (ids) => {
      asked.push(ids.toSorted())
      return new Set([needed])
    })
    assert.deepEqual(swept, { removed: 2, kept: 2 })
    assert.deepEqual(asked, [[needed, orphan].toSorted()])
    assert.sameMembers(await readdir(dir), [needed, young, 'README'])
  })
})
