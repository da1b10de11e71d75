import type { ImageDelivery } from '@carillon/domain'
import { assert } from 'chai'
import sharp from 'sharp'
import { encodeImage } from '../../src/image/encode.ts'
import { animation, imageFile, noise, pixelsOf } from './images.ts'

const roomy: ImageDelivery = { contentTypes: ['image/jpeg'], maxBytes: 10_000_000 }

/** Red left half, blue right half. */
function halves(width: number, height: number) {
  const red = { create: { width: width / 2, height, channels: 3 as const, background: '#ff0000' } }
  return sharp({ create: { width, height, channels: 3, background: '#0000ff' } }).composite([
    { input: red, left: 0, top: 0 },
  ])
}

async function colourAt(data: Buffer, x: number, y: number): Promise<number[]> {
  const { data: pixels, info } = await pixelsOf(data)
  const at = (y * info.width + x) * info.channels
  return [...pixels.subarray(at, at + info.channels)]
}

function near(found: number[], wanted: number[], tolerance = 12): void {
  wanted.forEach((value, index) => {
    assert.approximately(found[index] ?? -1, value, tolerance, `${found} is not ${wanted}`)
  })
}

describe('re-encoding an image', () => {
  it('turns any format into JPEG of the same size', async () => {
    for (const make of [imageFile.png, imageFile.webp, imageFile.jpeg, imageFile.gif]) {
      const found = await encodeImage(await make({ width: 80, height: 60 }), roomy)
      assert.deepInclude(found, { contentType: 'image/jpeg', width: 80, height: 60 })
      assert.equal((await sharp(found.data).metadata()).format, 'jpeg')
    }
  })

  it('keeps a format that is among the wanted ones', async () => {
    const contentTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
    assert.equal((await encodeImage(await imageFile.webp(), { ...roomy, contentTypes })).contentType, 'image/webp')
    assert.equal((await encodeImage(await imageFile.gif(), { ...roomy, contentTypes })).contentType, 'image/jpeg')
    const png = await encodeImage(await imageFile.png({ channels: 4 }), { ...roomy, contentTypes })
    assert.equal(png.contentType, 'image/png')
    assert.isTrue((await pixelsOf(png.data)).data.equals((await pixelsOf(await imageFile.png({ channels: 4 }))).data))
  })

  it('writes baseline JPEG', async () => {
    const { data } = await encodeImage(await imageFile.png(), roomy)
    assert.isFalse((await sharp(data).metadata()).isProgressive)
  })

  it('leaves EXIF, GPS and other metadata behind, its turn applied', async () => {
    const original = await halves(40, 20)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Somebody' }, IFD3: { GPSLatitude: '52/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    assert.isDefined((await sharp(original).metadata()).exif)
    const found = await encodeImage(original, roomy)
    assert.deepInclude(found, { width: 20, height: 40 })
    const { exif, icc, xmp, iptc, orientation } = await sharp(found.data).metadata()
    assert.deepEqual([exif, icc, xmp, iptc, orientation], [undefined, undefined, undefined, undefined, undefined])
    near(await colourAt(found.data, 10, 5), [255, 0, 0])
    near(await colourAt(found.data, 10, 35), [0, 0, 255])
  })

  it('puts what is transparent on white', async () => {
    const clear = await sharp({
      create: { width: 10, height: 10, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer()
    near(await colourAt((await encodeImage(clear, roomy)).data, 5, 5), [255, 255, 255], 2)
  })

  it('brings other colour spaces to sRGB', async () => {
    const cmyk = await halves(20, 20).toColourspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer()
    assert.equal((await sharp(cmyk).metadata()).space, 'cmyk')
    const { data } = await encodeImage(cmyk, roomy)
    const { space, channels } = await sharp(data).metadata()
    assert.deepEqual([space, channels], ['srgb', 3])
    const [red = 0, green = 0, blue = 0] = await colourAt(data, 3, 10)
    assert.isAbove(red, 200)
    assert.isBelow(Math.max(green, blue), 90)
    const grey = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#808080' } })
      .toColourspace('b-w')
      .png()
      .toBuffer()
    near(await colourAt((await encodeImage(grey, roomy)).data, 4, 4), [128], 3)
  })

  it('lowers the quality before the size', async () => {
    const original = await noise({ width: 600, height: 400 }).png().toBuffer()
    const best = await encodeImage(original, roomy)
    const maxBytes = Math.floor(best.data.length * 0.7)
    const found = await encodeImage(original, { ...roomy, maxBytes })
    assert.deepInclude(found, { width: 600, height: 400 })
    assert.isAtMost(found.data.length, maxBytes)
    assert.isAbove(found.data.length, maxBytes * 0.85, 'a better quality would have fitted')
  })

  it('lowers the size when the quality is not enough, in proportion', async () => {
    const original = await noise({ width: 600, height: 400 }).png().toBuffer()
    for (const contentTypes of [['image/jpeg'], ['image/png'], ['image/webp']] as const) {
      const found = await encodeImage(original, { contentTypes, maxBytes: 30_000 })
      assert.isAtMost(found.data.length, 30_000)
      assert.isAbove(found.data.length, 8_000)
      assert.isBelow(found.width, 600)
      assert.approximately(found.width / found.height, 1.5, 0.02)
    }
  })

  it('gives up losslessness before the size, unless something shines through', async () => {
    const contentTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
    const size = { width: 300, height: 200 }
    const png = (alpha?: number) => {
      const opaque = noise(size)
      return (alpha === undefined ? opaque : opaque.ensureAlpha(alpha)).png().toBuffer()
    }
    const bounds = { contentTypes, maxBytes: 100_000 }
    for (const opaque of [await png(), await png(1)]) {
      assert.isAbove(opaque.length, bounds.maxBytes)
      assert.deepInclude(await encodeImage(opaque, bounds), { contentType: 'image/jpeg', ...size })
      const only = await encodeImage(opaque, { ...bounds, contentTypes: ['image/png'] })
      assert.equal(only.contentType, 'image/png')
      assert.isBelow(only.width, size.width)
    }
    const clear = await encodeImage(await png(0.5), bounds)
    assert.equal(clear.contentType, 'image/png')
    assert.isBelow(clear.width, size.width)
  })

  it('keeps the whole image when it scales', async () => {
    const { data, width, height } = await encodeImage(await halves(1000, 500).png().toBuffer(), {
      ...roomy,
      maxSide: 100,
    })
    assert.deepEqual([width, height], [100, 50])
    near(await colourAt(data, 1, 25), [255, 0, 0])
    near(await colourAt(data, 98, 25), [0, 0, 255])
    near(await colourAt(data, 44, 2), [255, 0, 0])
  })

  it('keeps every bound on the sides', async () => {
    const sides = async (width: number, height: number, options: Partial<ImageDelivery>) => {
      const found = await encodeImage(await imageFile.png({ width, height }), { ...roomy, ...options })
      return [found.width, found.height]
    }
    assert.deepEqual(await sides(300, 200, { maxSide: 150 }), [150, 100])
    assert.deepEqual(await sides(200, 300, { maxSide: 150 }), [100, 150])
    assert.deepEqual(await sides(300, 200, { maxSide: 192, maxShortSide: 108 }), [162, 108])
    assert.deepEqual(await sides(200, 300, { maxWidth: 100 }), [100, 150])
    assert.deepEqual(await sides(100, 50, { maxSide: 500 }), [100, 50])
  })

  it('says so when it cannot fit', async () => {
    const failure = await encodeImage(await imageFile.png({ width: 300, height: 200 }), {
      ...roomy,
      maxBytes: 200,
    }).catch((error) => error)
    assert.match(failure.message, /cannot be made to fit into 200 bytes/)
  })

  it('does not drop frames silently', async () => {
    const failure = await encodeImage(await animation('webp', 3), roomy).catch((error) => error)
    assert.match(failure.message, /animated with 3 frames/)
  })

  it('decodes large images again instead of keeping them', async () => {
    const original = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#204060' } })
      .png()
      .toBuffer()
    const found = await encodeImage(original, roomy)
    assert.deepInclude(found, { width: 4000, height: 3000 })
  })
})
