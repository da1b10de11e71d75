import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ServiceError } from '@carillon/errors'
import { assert } from 'chai'
import { createImagePool, type ImagePool, type PoolOptions } from '../../src/image/image-pool.ts'
import { MediaFault } from '../../src/media-fault.ts'
import { imageFile } from './images.ts'

const cost = { pixels: 1, bytes: 1, owner: 'one' }

describe('the processes that decode images', () => {
  const pools: ImagePool[] = []
  const open = (options?: PoolOptions) => {
    const pool = createImagePool(options)
    pools.push(pool)
    return pool
  }
  const failing = (pool: ImagePool, source: string | Buffer): Promise<unknown> =>
    pool.run({ kind: 'header', source }, cost).then(
      () => assert.fail('it worked'),
      (error: unknown) => error,
    )
  after(() => {
    for (const pool of pools) pool.end()
  })

  it('tell what is in an image and what is wrong with it', async () => {
    const pool = open()
    const source = await imageFile.png()
    assert.deepInclude(await pool.run({ kind: 'header', source }, cost), { format: 'png', width: 80, frames: 1 })
    assert.isNull(await pool.run({ kind: 'decode', source, frames: 1 }, cost))
    assert.instanceOf(await failing(pool, Buffer.from('no image')), MediaFault)
    const options = { contentTypes: ['image/jpeg'], maxBytes: 100_000 } as const
    const { data } = await pool.run({ kind: 'encode', source, options }, cost)
    assert.deepEqual([Buffer.isBuffer(data), data[0], data[1]], [true, 0xff, 0xd8])
  })

  it('do not inherit the environment', async () => {
    process.env['IMAGE_SECRET'] = 'x'
    const script = new URL('./processes/environment.ts', import.meta.url)
    const told = await open({ script }).run({ kind: 'header', source: '' }, cost)
    delete process.env['IMAGE_SECRET']
    assert.notInclude(told.format, 'IMAGE_SECRET')
    assert.include(told.format, 'UV_THREADPOOL_SIZE')
  })

  it('are ended when they are late, which is not held against the image, and the next image gets another', async () => {
    const pool = open({ script: new URL('./processes/stuck.ts', import.meta.url), wallMs: 1 })
    for (let image = 0; image < 2; image++) {
      const error = await failing(pool, 'x')
      assert.instanceOf(error, ServiceError)
      assert.deepEqual([error.code, error.status], ['temporarily_unavailable', 503])
    }
  })

  it('that end for want of memory or from outside are not held against the image; those that crash twice are', async () => {
    const pool = open({ script: new URL('./processes/dying.ts', import.meta.url) })
    // V8 ends by SIGTRAP where it cannot reserve memory, as under `ulimit -v`.
    for (const signal of ['SIGKILL', 'SIGTRAP', 'SIGTERM'])
      assert.propertyVal(await failing(pool, signal), 'code', 'temporarily_unavailable', signal)
    for (const signal of ['SIGSEGV', 'SIGABRT']) assert.instanceOf(await failing(pool, signal), MediaFault, signal)
  })

  it('that abort because their memory is full are not held against the image', async () => {
    const pool = open({ script: new URL('./processes/full.ts', import.meta.url) })
    assert.propertyVal(await failing(pool, 'x'), 'code', 'temporarily_unavailable')
  })

  it('that crash on a sound image as well are not held against the image', async () => {
    const pool = open({ script: new URL('./processes/aborting.ts', import.meta.url) })
    assert.propertyVal(await failing(pool, await imageFile.png()), 'code', 'temporarily_unavailable')
  })

  it('that cannot be started for want of descriptors are not held against the image', async () => {
    const script = fileURLToPath(new URL('./processes/no-descriptors.ts', import.meta.url))
    const { stdout } = await promisify(execFile)('sh', ['-c', 'ulimit -n 80; exec "$0" "$1"', process.execPath, script])
    assert.equal(stdout, 'temporarily_unavailable\n')
  })

  it('that cannot load the library are not held against the image, and load it for the next one', async () => {
    const script = fileURLToPath(new URL('./processes/no-library.ts', import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, [script])
    assert.equal(stdout, 'first: EMFILE: too many open files\nsecond: png\n')
  })

  it('are one for each place at most, however many images there are', async () => {
    const script = new URL('./processes/environment.ts', import.meta.url)
    const pool = open({ script, processes: 2 })
    const all = await Promise.all(
      Array.from({ length: 12 }, () => pool.run({ kind: 'header', source: '' }, { ...cost, pixels: 1e6 })),
    )
    assert.isAtMost(new Set(all.map(({ width }) => width)).size, 2)
  })
})
