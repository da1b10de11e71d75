import { assert } from 'chai'
import { MediaFault } from '../../src/media-fault.ts'
import { probeWebm } from '../../src/probe/webm.ts'
import { randomSource } from '../random-source.ts'
import { readerOf } from './reader.ts'

/** An EBML element (RFC 8794) with its size in eight bytes. */
function element(id: number, ...content: Uint8Array[]): Buffer {
  const inside = Buffer.concat(content)
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(BigInt(inside.length) | (1n << 56n))
  return Buffer.concat([Buffer.from(id.toString(16), 'hex'), size, inside])
}

function double(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return bytes
}

const head = element(0x1a45dfa3, element(0x4282, Buffer.from('webm')))
const video = element(0xe0, element(0xb0, Buffer.of(2, 128)), element(0xba, Buffer.of(1, 104)))
const codec = element(0x86, Buffer.from('V_VP9'))
const image = element(
  0xae,
  element(0x83, Buffer.of(1)),
  codec,
  element(0x23e383, Buffer.from('027bc86a', 'hex')),
  video,
)
const sound = element(0xae, element(0x83, Buffer.of(2)), element(0x86, Buffer.from('A_OPUS')))
const tracks = element(0x1654ae6b, image, sound)
const info = element(0x1549a966, element(0x2ad7b1, Buffer.from('0f4240', 'hex')), element(0x4489, double(4008)))
const cluster = element(0x1f43b675, Buffer.alloc(2000))

function videoFile(...parts: Buffer[]): Buffer {
  return Buffer.concat([head, element(0x18538067, ...parts)])
}

/** As a browser records it: neither the segment nor its clusters know their length. */
const live = Buffer.concat([
  head,
  Buffer.from('18538067ff', 'hex'),
  tracks,
  Buffer.from('1f43b675ff', 'hex'),
  Buffer.alloc(50),
])

async function faultOf(bytes: Buffer): Promise<string> {
  const failure = await probeWebm(readerOf(bytes)).catch((error: unknown) => error)
  assert.instanceOf(failure, MediaFault)
  return failure.message
}

describe('probing a WebM video', () => {
  it('names a codec it does not know by its id', async () => {
    const track = element(0xae, element(0x83, Buffer.of(1)), element(0x86, Buffer.from('V_CONSTRUCTOR')), video)
    const found = await probeWebm(readerOf(videoFile(info, element(0x1654ae6b, track), cluster)))
    assert.equal(found.videoCodec, 'constructor')
  })

  it('finds length, dimensions, frame rate and codecs', async () => {
    const { frameRate, ...found } = await probeWebm(readerOf(videoFile(info, tracks, cluster)))
    assert.deepInclude(found, {
      width: 640,
      height: 360,
      durationSeconds: 4.008,
      videoCodec: 'vp9',
      audioCodec: 'opus',
    })
    assert.approximately(frameRate ?? 0, 24, 0.1)
  })

  it('knows no length of a video that was recorded live', async () => {
    const found = await probeWebm(readerOf(live))
    assert.deepInclude(found, { width: 640, height: 360, durationSeconds: null })
  })

  it('says what is missing, cut off or wrong', async () => {
    const whole = videoFile(info, tracks, cluster)
    assert.include(await faultOf(whole.subarray(0, whole.length - 1)), 'cut off')
    assert.include(await faultOf(head), 'no image track')
    assert.include(await faultOf(videoFile(info, element(0x1654ae6b, sound), cluster)), 'no image track')
    assert.include(await faultOf(videoFile(info, tracks)), 'no media data')
    const flat = element(0xae, element(0x83, Buffer.of(1)), codec)
    assert.include(await faultOf(videoFile(element(0x1654ae6b, flat), cluster)), '0 px')
    assert.include(await faultOf(Buffer.concat([head, Buffer.alloc(20)])), 'no header')
  })

  it('rejects endless nesting and endless lists', async () => {
    let nested: Buffer = video
    for (let depth = 0; depth < 20; depth++) nested = element(0xe0, nested)
    assert.include(await faultOf(videoFile(nested)), 'nested deeper than 8')
    assert.include(
      await faultOf(videoFile(...Array.from({ length: 10_001 }, () => element(0xec)))),
      'more than 10000 elements',
    )
  })

  it('returns a fault or a video for any damage', async function () {
    const runs = Number(process.env['FUZZ_RUNS'] ?? 2_000)
    this.timeout(Math.max(900_000, runs * 20))
    const seeds = [videoFile(info, tracks, cluster), live]
    const outcomes = { video: 0, fault: 0 }
    for (let seed = 1; seed <= runs; seed++) {
      const random = randomSource(seed)
      const bytes = Buffer.from(seeds[seed % seeds.length] ?? live)
      for (let change = 0; change <= random(3); change++) bytes[random(Math.min(300, bytes.length))] = random(256)
      const outcome = await probeWebm(readerOf(bytes)).then(
        () => 'video' as const,
        (error: unknown) => {
          assert.instanceOf(error, MediaFault, `seed ${seed}: ${error}`)
          return 'fault' as const
        },
      )
      outcomes[outcome] += 1
    }
    assert.isAbove(Math.min(outcomes.video, outcomes.fault), runs / 20)
  })
})
