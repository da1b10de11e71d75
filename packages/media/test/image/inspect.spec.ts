import { Readable } from 'node:stream'
import { deflateSync } from 'node:zlib'
import { ServiceError } from '@carillon/errors'
import { assert } from 'chai'
import sharp from 'sharp'
import { inspectMedia } from '../../src/inspect.ts'
import { StagedBlob } from '../../src/intake/staged-blob.ts'
import { writeStream } from '../../src/store/write-stream.ts'
import { MemoryStore } from '../memory-store.ts'
import { u32, video } from '../probe/videos.ts'
import { animation, imageFile, pngChunk, withPngChunk } from './images.ts'

const item = { code: 'invalid_image', item: 'images[2]', owner: 'one' } as const

async function staged(bytes: Buffer) {
  const store = new MemoryStore()
  return { store, file: StagedBlob.ofBytes(await writeStream(store, Readable.from([bytes]))) }
}

async function inspect(bytes: Buffer, declared?: string) {
  const { store, file } = await staged(bytes)
  return inspectMedia(store, file, { ...item, declared })
}

async function rejection(bytes: Buffer, declared?: string): Promise<ServiceError> {
  const failure = await inspect(bytes, declared).then(
    (found) => assert.fail(`taken as ${JSON.stringify(found)}`),
    (error: unknown) => error,
  )
  assert.instanceOf(failure, ServiceError)
  assert.equal(failure.status, 422)
  return failure
}

/** A PNG that says it is large; its few bytes of image data would fill the memory. */
function bomb(width: number, height: number): Buffer {
  const header = pngChunk('IHDR', Buffer.concat([u32(width, height), Buffer.of(8, 2, 0, 0, 0)]))
  const data = pngChunk('IDAT', deflateSync(Buffer.alloc(1_000_000)))
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), header, data, pngChunk('IEND', Buffer.alloc(0))])
}

describe('inspecting an image', () => {
  it('tells type and dimensions of each format', async () => {
    for (const [format, make] of Object.entries(imageFile)) {
      const found = await inspect(await make({ width: 80, height: 60 }), `image/${format}`)
      assert.equal(found.contentType, `image/${format}`)
      assert.equal(found.contentType, `image/${format}`)
      assert.deepInclude(found, {
        width: 80,
        height: 60,
        frames: 1,
        durationSeconds: null,
      })
    }
  })

  it('reads no image that is larger than any may be', async () => {
    const { store, file } = await staged(await imageFile.jpeg())
    store.open = () => assert.fail('it was read')
    const large = { ...file, bytes: 64 * 1024 * 1024 + 1 }
    const error: unknown = await inspectMedia(store, large, item).catch((thrown: unknown) => thrown)
    assert.instanceOf(error, ServiceError)
    assert.match(error.message, /^images\[2\]: is 67108865 bytes large, at most 67108864 are taken/)
  })

  it('gives the dimensions as shown', async () => {
    const sideways = await sharp(await imageFile.jpeg({ width: 80, height: 60 }))
      .withMetadata({ orientation: 6 })
      .toBuffer()
    assert.deepInclude(await inspect(sideways), { width: 60, height: 80 })
  })

  it('rejects an image that is not what it was declared to be', async () => {
    const error = await rejection(await imageFile.jpeg(), 'image/png')
    assert.equal(error.code, 'invalid_image')
    assert.equal(error.message, 'images[2]: is declared as image/png but its bytes are image/jpeg; declare what it is.')
    assert.deepEqual(error.details, [
      { path: ['images', '2'], message: 'is declared as image/png but its bytes are image/jpeg; declare what it is' },
    ])
  })

  it('rejects what is not media', async () => {
    const strangers = ['<svg xmlns="http://www.w3.org/2000/svg"/>', '<html>', 'BM', '%PDF-1.7', 'II*\0', 'x']
    for (const text of strangers)
      assert.include((await rejection(Buffer.from(text))).message, 'not a supported media type')
    assert.include((await rejection(Buffer.alloc(0))).message, 'is empty')
  })

  it('names the types that are taken where it is sent', async () => {
    const { store, file } = await staged(Buffer.from('x'))
    const failure = await inspectMedia(store, file, { ...item, taken: ['image/png'] }).catch((error: unknown) => error)
    assert.propertyVal(failure, 'message', 'images[2]: is not a supported media type; send one of image/png.')
  })

  it('rejects images that begin right and are something else', async () => {
    for (const magic of ['ffd8ffe0', '89504e470d0a1a0a', '474946383961', '52494646ffffffff57454250']) {
      const page = Buffer.concat([Buffer.from(magic, 'hex'), Buffer.from('<script>alert(1)</script>'.repeat(20))])
      assert.match((await rejection(page)).message, /damaged|cut off/)
    }
  })

  it('takes an image with a foreign tail for the image it is', async () => {
    const polyglot = Buffer.concat([await imageFile.jpeg(), Buffer.from('PK\u0003\u0004<html>')])
    assert.equal((await inspect(polyglot)).contentType, 'image/jpeg')
  })

  it('rejects each format cut off anywhere', async () => {
    for (const make of Object.values(imageFile)) {
      const whole = await make({ width: 200, height: 150 })
      for (const part of [0.02, 0.3, 0.7, 0.98]) await rejection(whole.subarray(0, Math.max(12, whole.length * part)))
    }
    const jpeg = await imageFile.jpeg({ width: 200, height: 150 })
    assert.include((await rejection(jpeg.subarray(0, jpeg.length - 2))).message, 'cut off or damaged')
    const large = await imageFile.jpeg({ width: 1000, height: 800 })
    assert.include((await rejection(large.subarray(0, large.length - 1000))).message, 'cut off or damaged')
    const moving = await animation('gif', 40)
    assert.include((await rejection(moving.subarray(0, moving.length >> 1))).message, 'cut off')
    assert.include((await rejection(moving.subarray(0, moving.length - 1))).message, 'has no end')
    const followed = await inspect(Buffer.concat([moving, Buffer.from('written by a program that appends its name')]))
    assert.equal(followed.frames, 40)
  })

  it('rejects damaged image data', async () => {
    const png = await imageFile.png({ width: 200, height: 150 })
    png.fill(0x55, png.length >> 1, (png.length >> 1) + 4)
    assert.include((await rejection(png)).message, 'cannot be decoded to its end')
  })

  it('rejects a bomb by its header, unread', async () => {
    const error = await rejection(bomb(12_000, 9000))
    assert.equal(
      error.message,
      'images[2]: is 12000 x 9000 px (108 megapixels), at most 50 megapixels are taken; scale it down.',
    )
    await rejection(bomb(0x7fffffff, 0x7fffffff))
    await rejection(bomb(0, 10))
  })

  it('counts frames, and rejects more than any network shows', async () => {
    assert.equal((await inspect(await animation('gif', 12))).frames, 12)
    assert.equal((await inspect(await animation('webp', 12))).frames, 12)
    for (const format of ['gif', 'webp'] as const) {
      assert.include(
        (await rejection(await animation(format, 1001))).message,
        'has 1001 frames, at most 1000 are taken',
      )
    }
    const announced = (frames: number) => Buffer.concat([u32(frames, 0)])
    const still = await imageFile.png()
    assert.equal((await inspect(withPngChunk(still, 'acTL', announced(3)))).frames, 3)
    assert.include((await rejection(withPngChunk(still, 'acTL', announced(10_000)))).message, '10000 frames')
  })

  it('rejects an animation whose frames together are too many pixels', async () => {
    const header = Buffer.concat([
      Buffer.from('GIF89a'),
      Buffer.from([0x88, 0x13, 0x88, 0x13, 0xf0, 0, 0]),
      Buffer.alloc(6),
    ])
    const frame = Buffer.from('2c0000000088138813000202440100', 'hex')
    const tiny = Buffer.concat([header, ...Array.from({ length: 30 }, () => frame), Buffer.of(0x3b)])
    assert.include((await rejection(tiny)).message, '30 frames of 5000 x 5000 px (750 megapixels together)')
  })

  it('rejects text and color profiles that unpack to more than any image needs', async () => {
    const packed = deflateSync(Buffer.alloc(9 * 1024 * 1024))
    const small = deflateSync(Buffer.alloc(3 * 1024 * 1024))
    const png = await imageFile.png()
    const text = Buffer.concat([Buffer.from('Comment\0\0'), small])
    const international = Buffer.concat([Buffer.from('Comment\0\x01\0en\0\0'), packed])
    const behind = Buffer.concat([png.subarray(0, -12), pngChunk('zTXt', Buffer.concat([text.subarray(0, 9), packed]))])
    for (const bytes of [
      withPngChunk(png, 'iCCP', Buffer.concat([Buffer.from('x\0\0'), packed])),
      withPngChunk(png, 'iTXt', international),
      withPngChunk(withPngChunk(withPngChunk(png, 'zTXt', text), 'zTXt', text), 'zTXt', text),
      Buffer.concat([behind, png.subarray(-12)]),
    ]) {
      assert.include((await rejection(bytes)).message, 'more than 8 MiB unpacked')
    }
    assert.equal((await inspect(withPngChunk(png, 'zTXt', text))).width, 80)
    const uncompressed = Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\0\0\0\0'), Buffer.alloc(100_000, 'a')])
    assert.equal((await inspect(withPngChunk(png, 'iTXt', uncompressed))).width, 80)
  })

  it('rejects a WebP of so many pixels that its decoder would take too much memory', async () => {
    const huge = sharp({ create: { width: 5000, height: 5000, channels: 3, background: '#123456' } })
    const bytes = await huge.webp({ lossless: true, effort: 0 }).toBuffer()
    assert.isBelow(bytes.length, 10_000)
    assert.include((await rejection(bytes)).message, 'is 5000 x 5000 px (25 megapixels), at most 24 megapixels')
  })

  it('rejects a GIF by its canvas, declared or needed by a frame', async () => {
    const declared = await animation('gif', 3)
    declared.writeUInt16LE(65_535, 6)
    declared.writeUInt16LE(65_535, 8)
    assert.include((await rejection(declared)).message, '65535 x 65535 px')
    const needed = await imageFile.gif({ width: 8, height: 8 })
    const frame = needed.indexOf(Buffer.from([0x2c, 0, 0, 0, 0]))
    needed.writeUInt16LE(60_000, frame + 5)
    needed.writeUInt16LE(60_000, frame + 7)
    assert.include((await rejection(needed)).message, '60000 x 60000 px')
  })

  it('looks into videos too', async () => {
    const found = await inspect(video(), 'video/mp4')
    assert.deepInclude(found, { contentType: 'video/mp4', width: 640, height: 360, durationSeconds: 4, frames: null })
    assert.include((await rejection(video({ brand: 'qt  ' }), 'video/mp4')).message, 'its bytes are video/quicktime')
  })
})
