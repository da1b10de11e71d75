import { readFileSync, writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { deflateSync } from 'node:zlib'
import { ServiceError } from '@carillon/errors'
import { assert } from 'chai'
import { inspectMedia } from '../src/inspect.ts'
import { StagedBlob } from '../src/intake/staged-blob.ts'
import { createDiskStore } from '../src/store/disk.ts'
import type { MediaStore } from '../src/store/media-store.ts'
import { writeStream } from '../src/store/write-stream.ts'
import { animation, imageFile, pngChunk, withPngChunk } from './image/images.ts'
import { box, fragmentedVideo, movie, u32, video } from './probe/videos.ts'
import { scratchDir } from './store/scratch.ts'

const maxBytes = 32 * 1024 * 1024
/** What else the process does meanwhile can only add: the best of these is the file's own. */
const rounds = 3

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

interface Hostile {
  bytes: Buffer
  /** Words that tell what was found. */
  says: RegExp
}

const pngMagic = Buffer.from('89504e470d0a1a0a', 'hex')
const script = Buffer.from('<script>alert(1)</script>'.repeat(20))

/** Whole and valid: 12,000 by 12,000 pixels of one bit in some 20 KB, 144 MB when decoded. */
function hugePng(): Buffer {
  const header = Buffer.concat([u32(12_000, 12_000), Buffer.of(1, 0, 0, 0, 0)])
  const rows = deflateSync(Buffer.alloc(12_000 * (1 + 12_000 / 8)))
  return Buffer.concat([pngMagic, pngChunk('IHDR', header), pngChunk('IDAT', rows), pngChunk('IEND', Buffer.alloc(0))])
}

/** As `frames` images of one pixel each. */
function longGif(frames: number): Buffer {
  const header = Buffer.concat([Buffer.from('GIF89a'), Buffer.from([1, 0, 1, 0, 0xf0, 0, 0]), Buffer.alloc(6)])
  const frame = Buffer.from('2c0000000001000100000202440100', 'hex')
  return Buffer.concat([header, ...Array.from({ length: frames }, () => frame), Buffer.of(0x3b)])
}

/** The images of an animation over and over. */
async function longWebp(frames: number): Promise<Buffer> {
  const short = await animation('webp', 2)
  const first = short.indexOf('ANMF')
  const length = 8 + short.readUInt32LE(first + 4)
  const frame = short.subarray(first, first + length)
  const whole = Buffer.concat([short.subarray(0, first), ...Array.from({ length: frames }, () => frame)])
  whole.writeUInt32LE(whole.length - 8, 4)
  return whole
}

function changed(bytes: Buffer, type: string, change: (at: number, copy: Buffer) => void): Buffer {
  const copy = Buffer.from(bytes)
  change(copy.indexOf(type, 0, 'latin1') - 4, copy)
  return copy
}

function nestedMoov(depth: number): Buffer {
  let nested = movie({})
  for (let level = 0; level < depth; level++) nested = box(level % 2 === 0 ? 'trak' : 'moov', nested)
  return Buffer.concat([box('ftyp', Buffer.from('isom'), u32(512)), box('moov', nested), box('mdat', Buffer.alloc(9))])
}

async function hostile(): Promise<Record<string, Hostile>> {
  const [jpeg, png, webp, gif] = await Promise.all([
    imageFile.jpeg({ width: 400, height: 300 }),
    imageFile.png({ width: 400, height: 300 }),
    imageFile.webp({ width: 400, height: 300 }),
    imageFile.gif({ width: 100, height: 80 }),
  ])
  const half = (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)
  const boxes = Buffer.concat([
    box('ftyp', Buffer.from('isom'), u32(512)),
    ...Array.from({ length: 200_000 }, () => box('free')),
  ])
  const lie = (type: string, size: number) => changed(video(), type, (at, copy) => copy.writeUInt32BE(size, at))
  const count = (type: string, offset: number) =>
    changed(video(), type, (at, copy) => copy.writeUInt32BE(0xffffffff, at + offset))
  return {
    'a JPEG cut in half': { bytes: half(jpeg), says: /cut off or damaged/ },
    'a PNG cut in half': { bytes: half(png), says: /cut off or damaged/ },
    'a WebP cut in half': { bytes: half(webp), says: /cut off|damaged/ },
    'a GIF cut in half': { bytes: half(gif), says: /cut off|damaged/ },
    'a video cut in half': { bytes: half(video({ mediaFirst: true })), says: /cut off/ },
    'a page': { bytes: Buffer.from('<html><body>no'), says: /not a supported media type/ },
    'a drawing': {
      bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      says: /not a supported media type/,
    },
    'a script that begins like a JPEG': { bytes: Buffer.concat([jpeg.subarray(0, 4), script]), says: /damaged/ },
    'a script that begins like a PNG': { bytes: Buffer.concat([pngMagic, script]), says: /damaged/ },
    'a script that begins like a GIF': { bytes: Buffer.concat([Buffer.from('GIF89a/*'), script]), says: /damaged|cut/ },
    'a GIF within a PNG': { bytes: Buffer.concat([pngMagic, gif]), says: /damaged/ },
    'an image of 12,000 by 12,000 pixels': { bytes: hugePng(), says: /12000 x 12000 px/ },
    'a GIF of 10,000 images': { bytes: longGif(10_000), says: /has 10000 frames/ },
    'a GIF of 200,000 images': { bytes: longGif(200_000), says: /has 200000 frames/ },
    'a WebP of 10,000 images': { bytes: await longWebp(10_000), says: /has 10000 frames/ },
    'a WebP of 50,000 images': { bytes: await longWebp(50_000), says: /has 50000 frames/ },
    'a PNG of 10,000 images': { bytes: withPngChunk(png, 'acTL', u32(10_000, 0)), says: /has 10000 frames/ },
    'a colour profile of 60 MB': {
      bytes: withPngChunk(
        half(png),
        'iCCP',
        Buffer.concat([Buffer.from('x\0\0'), deflateSync(Buffer.alloc(60_000_000))]),
      ),
      says: /more than 8 MiB unpacked/,
    },
    'a video of 200,000 boxes': { bytes: boxes, says: /more than 10000 boxes/ },
    'a video nested 3,000 deep': { bytes: nestedMoov(3_000), says: /no image track/ },
    'a box longer than the one around it': { bytes: lie('trak', 2 ** 31), says: /longer than the box around it/ },
    'a box longer than the file': { bytes: lie('mdat', 2 ** 32 - 1), says: /cut off/ },
    'a box shorter than its header': { bytes: lie('trak', 7), says: /less than its own header/ },
    'a count of samples beyond the file': { bytes: count('stsz', 16), says: /more than the file can contain/ },
    'a count of times beyond the file': { bytes: count('stts', 12), says: /more than the file can contain/ },
    'a count of images in a fragment beyond the file': {
      bytes: changed(fragmentedVideo(), 'trun', (at, copy) => copy.writeUInt32BE(0x40000000, at + 12)),
      says: /more than the file can contain/,
    },
    'a length of ages': {
      bytes: changed(video({ long: true }), 'mvhd', (at, copy) => copy.writeBigUInt64BE(2n ** 63n, at + 32)),
      says: /makes no sense/,
    },
  }
}

/** Of this process, in bytes; `VmHWM` is the most since it was last reset. */
function memory(field: 'VmRSS' | 'VmHWM'): number {
  const found = new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync('/proc/self/status', 'utf8'))
  return Number(found?.[1]) * 1024
}

/** Memory of one piece of work at its highest, in bytes. */
async function costOf(work: () => Promise<unknown>): Promise<number> {
  collectGarbage()
  writeFileSync('/proc/self/clear_refs', '5')
  const before = memory('VmRSS')
  await work()
  return memory('VmHWM') - before
}

describe('hostile files', function () {
  this.timeout(900_000)
  let clean: () => Promise<void>
  let store: MediaStore
  let files: Record<string, Hostile>

  before(async () => {
    const scratch = await scratchDir()
    clean = scratch.clean
    store = createDiskStore({ dir: scratch.dir, freeFloor: 0 })
    files = await hostile()
  })
  after(() => clean())

  const stage = async (bytes: Buffer) => StagedBlob.ofBytes(await writeStream(store, Readable.from([bytes])))

  it('are measured in a way that shows memory being used', async () => {
    assert.isAbove(await costOf(async () => Buffer.alloc(8 * maxBytes, 1)), maxBytes)
  })

  it('are rejected with the right code, in under 32 MB each', async () => {
    for (const [name, { bytes, says }] of Object.entries(files)) {
      const staged = await stage(bytes)
      const code = staged.sniffed?.startsWith('video/') ? 'invalid_video' : 'invalid_image'
      const look = async () => {
        const failure = await inspectMedia(store, staged, { code, item: 'images[2]', owner: 'one' }).then(
          (found) => assert.fail(`${name}: taken as ${JSON.stringify(found)}`),
          (error: unknown) => error,
        )
        assert.instanceOf(failure, ServiceError, name)
        assert.deepInclude({ code: failure.code, status: failure.status }, { code, status: 422 }, name)
        assert.match(failure.message, says, name)
      }
      const costs: number[] = []
      for (let round = 0; round < rounds; round++) costs.push(await costOf(look))
      assert.isBelow(Math.min(...costs), maxBytes, `${name}: bytes`)
    }
  })
})
