import { setImmediate } from 'node:timers/promises'
import { assert } from 'chai'
import { withImageSource } from '../../src/image/with-image-source.ts'
import { writeStream } from '../../src/store/write-stream.ts'
import { MemoryStore } from '../memory-store.ts'

const mebibytes = (count: number) => count * 1024 * 1024

async function* once(text: string) {
  yield Buffer.from(text)
}

/** A store with one small file that counts the streams opened, and whether its files are on a disk. */
async function storeOf({ onDisk = false } = {}) {
  const store = new MemoryStore()
  const { id } = await writeStream(store, once('image'))
  const found = { id, reads: 0 }
  const open = store.open.bind(store)
  store.open = (...given) => {
    found.reads += 1
    return open(...given)
  }
  if (onDisk) Object.assign(store, { localPath: () => '/media/file' })
  return { store, found }
}

/** Starts tasks for a customer's images of these sizes, which last until `end` is called for each. */
function startTasks({
  store,
  id,
  sizes,
  owner = 'one',
}: {
  store: MemoryStore
  id: string
  sizes: number[]
  owner?: string
}) {
  const ends: (() => void)[] = []
  const done = sizes.map((bytes) =>
    withImageSource(store, { id, bytes, owner }, () => new Promise<void>((end) => ends.push(end))),
  )
  return { ends, done }
}

async function settled() {
  for (let turn = 0; turn < 20; turn++) await setImmediate()
}

describe('the source of an image', () => {
  it('reads no more images into memory at the same time than fit', async () => {
    const { store, found } = await storeOf()
    const { ends, done } = startTasks({ store, id: found.id, sizes: [64, 64, 64, 1].map(mebibytes) })
    await settled()
    assert.equal(found.reads, 2)
    ends[0]?.()
    await settled()
    assert.equal(found.reads, 3)
    ends[1]?.()
    await settled()
    assert.equal(found.reads, 4)
    for (const end of ends) end()
    await Promise.all(done)
  })

  it('reads the image of another customer next, however many of one wait', async () => {
    const { store, found } = await storeOf()
    const one = startTasks({ store, id: found.id, sizes: Array(6).fill(mebibytes(64)) })
    const other = startTasks({ store, id: found.id, sizes: [mebibytes(64)], owner: 'other' })
    await settled()
    assert.deepEqual([one.ends.length, other.ends.length], [2, 0])
    one.ends[0]?.()
    await settled()
    assert.deepEqual([one.ends.length, other.ends.length], [2, 1])
    for (const tasks of [other, one]) {
      for (const end of tasks.ends) {
        end()
        await settled()
      }
    }
    await Promise.all([...one.done, ...other.done])
  })

  it('gives memory free after a failure', async () => {
    const { store, found } = await storeOf()
    const file = { id: found.id, bytes: mebibytes(128), owner: 'one' }
    for (let time = 0; time < 3; time++) {
      const failure = await withImageSource(store, file, () => Promise.reject(new Error('damaged'))).catch(String)
      assert.equal(failure, 'Error: damaged')
    }
    const missing = await withImageSource(store, { ...file, id: 'missing' }, async () => 'read').catch(String)
    assert.equal(missing, 'Error: no file missing')
    assert.equal(await withImageSource(store, file, async (source) => String(source)), 'image')
  })

  it('is a path for a disk, however many there are', async () => {
    const { store, found } = await storeOf({ onDisk: true })
    const { ends, done } = startTasks({ store, id: found.id, sizes: Array(5).fill(mebibytes(64)) })
    assert.lengthOf(ends, 5)
    for (const end of ends) end()
    await Promise.all(done)
    assert.equal(found.reads, 0)
    assert.equal(
      await withImageSource(store, { id: found.id, bytes: 1, owner: 'one' }, async (source) => source),
      '/media/file',
    )
  })
})
