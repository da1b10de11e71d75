import { assert } from 'chai'
import { MediaFault } from '../../src/media-fault.ts'
import { gifOutline } from '../../src/probe/gif-frames.ts'
import { webpFrames } from '../../src/probe/webp-frames.ts'
import type { ByteReader } from '../../src/store/byte-reader.ts'
import { animation, imageFile, noise } from '../image/images.ts'
import { randomSource } from '../random-source.ts'
import { readerOf } from './reader.ts'

const gifFrames = async (reader: ByteReader) => (await gifOutline(reader)).frames
const count = { gif: gifFrames, webp: webpFrames } as const
const formats = ['gif', 'webp'] as const

describe('counting the images of an animation', () => {
  it('agrees with what was put into it, still images and those larger than a window included', async () => {
    for (const format of formats) {
      for (const frames of [2, 7, 300]) {
        assert.equal(await count[format](readerOf(await animation(format, frames))), frames, format)
      }
      assert.equal(await count[format](readerOf(await imageFile[format]())), 1, format)
      const large = await noise({ width: 500, height: 400 })[format]().toBuffer()
      assert.isAbove(large.length, 2 * 65_536)
      assert.equal(await count[format](readerOf(large)), 1, format)
    }
  })

  it('passes over what some writers leave between blocks, and rejects what is not a block', async () => {
    const gif = await animation('gif', 3)
    const trailer = gif.length - 1
    const between = (byte: number) => Buffer.concat([gif.subarray(0, trailer), Buffer.of(byte), gif.subarray(trailer)])
    assert.equal(await gifFrames(readerOf(between(0))), 3)
    const failure = await gifFrames(readerOf(between(0x55))).catch((error: unknown) => error)
    assert.instanceOf(failure, MediaFault)
    assert.equal(await gifFrames(readerOf(Buffer.concat([gif, Buffer.from(',,,,')]))), 3)
  })

  it('ends with a number or a fault, whatever the damage', async function () {
    const runs = Number(process.env['FUZZ_RUNS'] ?? 500)
    this.timeout(Math.max(900_000, runs * 20))
    const seeds = { gif: await animation('gif', 30), webp: await animation('webp', 30) }
    for (let seed = 1; seed <= runs; seed++) {
      const random = randomSource(seed)
      for (const format of formats) {
        const bytes = Buffer.from(seeds[format])
        for (let change = 0; change <= random(4); change++) bytes[random(bytes.length)] = random(256)
        const cut = random(3) === 0 ? bytes.subarray(0, 12 + random(bytes.length - 12)) : bytes
        const found = await count[format](readerOf(cut)).catch((error: unknown) => error)
        if (typeof found !== 'number') assert.instanceOf(found, MediaFault, `${format} of seed ${seed}`)
        else assert.isAtMost(found, cut.length)
      }
    }
  })
})
