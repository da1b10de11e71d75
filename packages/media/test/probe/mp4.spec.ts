import { assert } from 'chai'
import { MediaFault } from '../../src/media-fault.ts'
import { walkBoxes } from '../../src/probe/iso-boxes.ts'
import { newVideo, videoBoxes } from '../../src/probe/iso-video.ts'
import { probeIsoVideo } from '../../src/probe/mp4.ts'
import { windowed } from '../../src/store/byte-reader.ts'
import { randomSource } from '../random-source.ts'
import { hugeReader, readerOf } from './reader.ts'
import {
  announcedVideo,
  box,
  continuedVideo,
  fragmentedVideo,
  movie,
  sampleTable,
  segmentedVideo,
  track,
  u32,
  untimedVideo,
  video,
} from './videos.ts'

async function faultOf(bytes: Buffer): Promise<string> {
  const failure = await probeIsoVideo(readerOf(bytes)).then(
    (found) => assert.fail(`taken as ${JSON.stringify(found)}`),
    (error: unknown) => error,
  )
  assert.instanceOf(failure, MediaFault)
  return failure.message
}

function withType(bytes: Buffer, type: string, change: (at: number, copy: Buffer) => void): Buffer {
  const copy = Buffer.from(bytes)
  const at = copy.indexOf(type, 0, 'latin1') - 4
  assert.isAtLeast(at, 0, type)
  change(at, copy)
  return copy
}

const ftyp = box('ftyp', Buffer.from('isom'), u32(512))
const media = box('mdat', Buffer.alloc(100))

describe('probing an MP4 video', () => {
  it('finds length, dimensions, frame rate and codec, wherever the headers stand', async () => {
    for (const options of [{}, { mediaFirst: true }, { long: true }]) {
      const found = await probeIsoVideo(readerOf(video(options)))
      assert.deepInclude(found, { width: 640, height: 360, durationSeconds: 4, frameRate: 30, videoCodec: 'h264' })
      assert.isNull(found.audioCodec)
    }
  })

  it('turns the dimensions of a video held upright', async () => {
    const found = await probeIsoVideo(readerOf(video({ width: 1920, height: 1080, turned: true })))
    assert.deepInclude(found, { width: 1080, height: 1920 })
  })

  it('names codecs it does not know by their four characters', async () => {
    assert.equal((await probeIsoVideo(readerOf(video({ codec: 'zz\u00019' })))).videoCodec, 'zz9')
    assert.equal((await probeIsoVideo(readerOf(video({ codec: 'hvc1' })))).videoCodec, 'hevc')
  })

  it('adds up the fragments of a video that was recorded live', async () => {
    for (const ownUnits of [true, false]) {
      const found = await probeIsoVideo(readerOf(fragmentedVideo({ ownUnits })))
      assert.deepInclude(found, { durationSeconds: 3, frameRate: 25 })
    }
  })

  it('adds the fragments to the samples of the header boxes, which are the first fragment of some encoders', async () => {
    const found = await probeIsoVideo(readerOf(continuedVideo(2)))
    assert.deepInclude(found, { durationSeconds: 5, frameRate: 25 })
    // Without samples in the header boxes, a length there is that of the whole video.
    assert.deepInclude(await probeIsoVideo(readerOf(announcedVideo())), { durationSeconds: 3, frameRate: 25 })
  })

  it('has no frame rate if fragments do not tell how long their samples are', async () => {
    const found = await probeIsoVideo(readerOf(untimedVideo()))
    assert.deepInclude(found, { durationSeconds: 1, frameRate: null })
  })

  it('takes the recording of a live stream of an hour, of 47,000 boxes', async () => {
    const found = await probeIsoVideo(readerOf(segmentedVideo(3_600)))
    assert.deepInclude(found, { durationSeconds: 3_600, frameRate: 25 })
  })

  it('reads headers only: a video of 4 GiB costs two windows', async () => {
    const media64 = Buffer.concat([u32(1), Buffer.from('mdat'), u32(1, 0)])
    const head = Buffer.concat([ftyp, movie({}), media64])
    const reader = hugeReader(head, ftyp.length + movie({}).length + 2 ** 32)
    assert.equal((await probeIsoVideo(reader)).durationSeconds, 4)
    assert.isAtMost(reader.fetched(), 2 * 65_536)
  })

  it('takes a last box of size 0 as one that goes to the end', async () => {
    const open = withType(video(), 'mdat', (at, copy) => copy.writeUInt32BE(0, at))
    assert.equal((await probeIsoVideo(readerOf(open))).durationSeconds, 4)
  })

  it('says of a cut-off upload that it is cut off', async () => {
    const whole = video()
    assert.include(await faultOf(whole.subarray(0, whole.length - 1)), 'cut off')
    assert.include(await faultOf(video({ mediaFirst: true }).subarray(0, 4000)), 'cut off')
    assert.include(await faultOf(video({ mediaFirst: true }).subarray(0, ftyp.length + 8 + 5008)), 'no "moov" box')
  })

  it('says what is missing', async () => {
    assert.include(await faultOf(ftyp), 'no "moov" box')
    assert.include(await faultOf(Buffer.concat([ftyp, movie({})])), 'no media data')
    assert.include(await faultOf(Buffer.concat([ftyp, box('moov'), media])), 'no image track')
    const silent = withType(video(), 'vide', (at, copy) => copy.write('soun', at + 4))
    assert.include(await faultOf(silent), 'no image track')
    assert.include(await faultOf(video({ width: 0, height: 0 })), '0 px')
    assert.include(await faultOf(video({ seconds: 0 })), 'empty')
  })

  it('rejects boxes whose sizes lie', async () => {
    const sizes: [string, number, string][] = [
      ['trak', 7, 'less than its own header'],
      ['trak', 2 ** 31, 'longer than the box around it'],
      ['mdat', 2 ** 32 - 1, 'cut off'],
      ['mvhd', 12, 'too short'],
      ['tkhd', 20, 'too short'],
      ['mdhd', 16, 'too short'],
      ['stsd', 20, 'too short'],
    ]
    for (const [type, size, problem] of sizes) {
      assert.include(await faultOf(withType(video(), type, (at, copy) => copy.writeUInt32BE(size, at))), problem, type)
    }
    const overflow = Buffer.concat([ftyp, u32(1), Buffer.from('moov'), u32(0xffffffff, 0xffffffff)])
    assert.include(await faultOf(overflow), 'cut off')
    const tooSmall = Buffer.concat([ftyp, u32(1), Buffer.from('moov'), u32(0, 15)])
    assert.include(await faultOf(tooSmall), 'less than its own header')
  })

  it('rejects a count of more entries than the file can contain', async () => {
    const field = { stts: 12, stsz: 16, stco: 12 }
    for (const [type, offset] of Object.entries(field)) {
      const lying = withType(video(), type, (at, copy) => copy.writeUInt32BE(0xffffffff, at + offset))
      assert.include(await faultOf(lying), 'more than the file can contain', type)
    }
    const run = withType(fragmentedVideo(), 'trun', (at, copy) => copy.writeUInt32BE(0x40000000, at + 12))
    assert.include(await faultOf(run), 'more than the file can contain')
  })

  it('rejects two moov boxes, and does not look for one inside another', async () => {
    assert.include(await faultOf(Buffer.concat([ftyp, movie({}), movie({}), media])), 'twice')
    assert.include(await faultOf(Buffer.concat([ftyp, box('moov', movie({})), media])), 'no image track')
    let nested = movie({})
    for (let depth = 0; depth < 2000; depth++) nested = box('trak', nested)
    const reader = readerOf(Buffer.concat([ftyp, box('moov', nested), media]))
    assert.isAtMost((await walkBoxes(reader, videoBoxes, newVideo())).boxes, 5)
  })

  it('rejects a moov over 32 MiB and more boxes than a file of its size has', async () => {
    const big = Buffer.concat([ftyp, u32(40 * 1024 * 1024), Buffer.from('moov')])
    const reader = hugeReader(big, 2 ** 30)
    const failure = await probeIsoVideo(reader).catch((error: Error) => error.message)
    assert.include(String(failure), 'is over 33554432 bytes')
    assert.isAtMost(reader.fetched(), 65_536)
    const many = Array.from({ length: 10_000 }, () => box('free'))
    assert.include(await faultOf(Buffer.concat([ftyp, ...many])), 'more than 10000 boxes')
    const larger = Buffer.concat([ftyp, ...many, ...many, box('mdat', Buffer.alloc(256 * 15_000))])
    assert.match(await faultOf(larger), /more than 15\d{3} boxes/)
  })

  it('rejects a video whose headers are 20,000 windows apart, after reading 1 GiB of it', async () => {
    const [apart, head] = [128 * 1024, Buffer.concat([ftyp, movie({})])]
    const next = Buffer.concat([u32(apart), Buffer.from('mdat')])
    const reader = windowed(head.length + 20_000 * apart, async (start, length) => {
      const window = Buffer.alloc(length)
      // The first window has the headers of the first media too; each other one begins with the next ones.
      Buffer.concat([start === 0 ? head : Buffer.alloc(0), next]).copy(window)
      return window
    })
    const failure = await probeIsoVideo(reader).catch((error: Error) => error.message)
    assert.include(String(failure), 'too many fragments; export the video again, without fragments')
    assert.isAtMost(reader.fetched(), 2 ** 30 + 65_536)
  })

  it('rejects times that make no sense', async () => {
    const long = video({ long: true })
    const endless = withType(long, 'mvhd', (at, copy) => copy.writeBigUInt64BE(2n ** 63n, at + 32))
    assert.include(await faultOf(endless), 'makes no sense')
    const stopped = withType(video(), 'mdhd', (at, copy) => copy.writeUInt32BE(0, at + 20))
    assert.include(await faultOf(stopped), 'units of nothing')
    const unknown = withType(video(), 'mvhd', (at, copy) => copy.writeUInt32BE(0xffffffff, at + 24))
    assert.equal((await probeIsoVideo(readerOf(unknown))).durationSeconds, 4)
  })

  it('returns a fault or a video for any damage to the headers, and never works longer', async function () {
    const runs = Number(process.env['FUZZ_RUNS'] ?? 2_000)
    this.timeout(Math.max(900_000, runs * 20))
    const seeds = [
      video(),
      video({ long: true, mediaFirst: true }),
      fragmentedVideo(),
      Buffer.concat([ftyp, box('moov', track({}), box('stbl', sampleTable({}))), media]),
    ]
    const interesting = [0, 1, 7, 8, 0x7f, 0x80, 0xff]
    const outcomes = { video: 0, fault: 0 }
    for (let seed = 1; seed <= runs; seed++) {
      const random = randomSource(seed)
      const bytes = Buffer.from(seeds[seed % seeds.length] as Buffer)
      for (let change = 0; change <= random(4); change++) {
        const at = random(Math.min(bytes.length, 1500))
        bytes[at] = random(2) === 0 ? (interesting[random(interesting.length)] as number) : random(256)
      }
      const reader = readerOf(random(5) === 0 ? bytes.subarray(0, random(bytes.length)) : bytes)
      try {
        await probeIsoVideo(reader)
        outcomes.video += 1
      } catch (error) {
        assert.instanceOf(error, MediaFault, `seed ${seed}: ${error}`)
        outcomes.fault += 1
      }
      assert.isAtMost(reader.fetched(), 3 * 65_536, `seed ${seed}`)
    }
    assert.isAbove(Math.min(outcomes.video, outcomes.fault), runs / 20)
  })
})
