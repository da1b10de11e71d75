import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { assert } from 'chai'
import sharp from 'sharp'
import { type DeliverOptions, deliverImage } from '../../src/image/deliver.ts'
import { inspectMedia } from '../../src/inspect.ts'
import { StagedBlob } from '../../src/intake/staged-blob.ts'
import { writeStream } from '../../src/store/write-stream.ts'
import { MemoryStore } from '../memory-store.ts'
import { u32 } from '../probe/videos.ts'
import { animation, imageFile, noise, withPngChunk } from './images.ts'

const item = { code: 'invalid_image', item: 'images[0]', owner: 'one' } as const
const roomy: DeliverOptions = { contentTypes: ['image/jpeg', 'image/png'], maxBytes: 1_000_000, ...item }

async function deliver(original: Buffer, options: Partial<DeliverOptions> = {}) {
  const store = new MemoryStore()
  const staged = StagedBlob.ofBytes(await writeStream(store, Readable.from([original])))
  const file = await inspectMedia(store, staged, item)
  const made = await deliverImage(store, file, { ...roomy, ...options })
  return { store, file, made, sent: await buffer(store.open(made.id)) }
}

describe('delivering an image', () => {
  it('sends one that is fit as it is', async () => {
    for (const original of [await imageFile.jpeg(), await imageFile.png(), await imageFile.png({ channels: 4 })]) {
      const { made, file, store } = await deliver(original)
      assert.equal(made, file)
      assert.equal(store.files.size, 1)
    }
  })

  it('encodes again what breaks a bound, beside the original', async () => {
    const original = await imageFile.png({ width: 80, height: 60 })
    const cases: Partial<DeliverOptions>[] = [
      { contentTypes: ['image/jpeg'] },
      { maxBytes: original.length - 1 },
      { maxSide: 79 },
    ]
    for (const options of cases) {
      const { made, file, store, sent } = await deliver(original, options)
      assert.notEqual(made.id, file.id, JSON.stringify(options))
      assert.equal(made.bytes, sent.length)
      assert.notEqual(made.sha256, file.sha256)
      const { width, height, format } = await sharp(sent).metadata()
      assert.deepInclude(made, { width, height, contentType: `image/${format}` as 'image/png' })
      assert.isTrue(store.files.get(file.id)?.equals(original))
    }
  })

  it('takes metadata, turns and profiles out', async () => {
    const plain = noise({ width: 40, height: 20 })
    const carrying = [
      await plain
        .clone()
        .jpeg()
        .withExif({ IFD0: { Artist: 'Somebody' } })
        .toBuffer(),
      await plain.clone().jpeg().withMetadata({ orientation: 3 }).toBuffer(),
      await plain.clone().jpeg().withIccProfile('p3').toBuffer(),
      await plain.clone().jpeg().withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>').toBuffer(),
      withPngChunk(await imageFile.png(), 'tEXt', Buffer.from('Author\0Somebody')),
    ]
    for (const [index, original] of carrying.entries()) {
      const { made, file, sent } = await deliver(original)
      assert.notEqual(made.id, file.id, `imageFile ${index}`)
      const { exif, icc, xmp, orientation, comments } = await sharp(sent).metadata()
      assert.deepEqual([exif, icc, xmp, orientation, comments], Array(5).fill(undefined), `imageFile ${index}`)
    }
  })

  it('tells what cannot be delivered as an error of the item', async () => {
    const tooSmall = await deliver(await imageFile.png(), { maxBytes: 10 }).catch((error) => error)
    assert.deepInclude(tooSmall, { code: 'invalid_image' })
    assert.match(tooSmall.message, /^images\[0\]: cannot be made to fit/)
    const apng = withPngChunk(await imageFile.png(), 'acTL', u32(4, 0))
    assert.match((await deliver(apng).catch((error) => error)).message, /animated with 4 frames/)
    const moving = await deliver(await animation('webp', 3), { contentTypes: ['image/webp'] }).catch((error) => error)
    assert.match(moving.message, /^images\[0\]: is animated with 3 frames/)
  })
})
