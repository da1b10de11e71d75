import { existsSync } from 'node:fs'
import { ServiceError } from '@carillon/errors'
import { assert } from 'chai'
import sharp from 'sharp'
import { createImagePool, type ImagePool } from '../../src/image/image-pool.ts'
import type { ImageWork } from '../../src/image/work.ts'

/** Files of some kilobytes for whose pixels a decoder needs more than 100 MB. */
const large = () => sharp({ create: { width: 8000, height: 6000, channels: 3, background: '#456' } })
const progressive = () => large().jpeg({ progressive: true, quality: 1 }).toBuffer()
const webp = () => large().webp({ effort: 0, quality: 1 }).toBuffer()

describe('an image process that gets no memory', () => {
  let pool: ImagePool
  before(function () {
    if (!existsSync('/usr/bin/prlimit')) this.skip()
    pool = createImagePool({ script: new URL('./processes/no-memory.ts', import.meta.url) })
  })
  after(() => pool?.end())

  const options = { contentTypes: ['image/jpeg'], maxBytes: 1_000_000 } as const
  const tasks: Readonly<Record<string, () => Promise<ImageWork>>> = {
    'the header of a WebP': async () => ({ kind: 'header', source: await webp() }),
    'all pixels of a progressive JPEG': async () => ({ kind: 'decode', source: await progressive(), frames: 1 }),
    'a copy of a progressive JPEG': async () => ({ kind: 'encode', source: await progressive(), options }),
  }
  for (const [name, makeTask] of Object.entries(tasks)) {
    it(`does not hold that against the image: ${name}`, async () => {
      const work = await makeTask()
      const error = await pool.run(work, { pixels: 1, bytes: 1, owner: 'one' }).catch((thrown: unknown) => thrown)
      assert.instanceOf(error, ServiceError, String(error))
      assert.deepEqual([error.code, error.retryAfter], ['temporarily_unavailable', 5])
    })
  }
})
