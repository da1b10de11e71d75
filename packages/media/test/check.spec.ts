import { ServiceError } from '@carillon/errors'
import { assert } from 'chai'
import { checkMedia, findings } from '../src/check.ts'
import type { MediaFile } from '../src/media-file.ts'

const image: MediaFile = {
  id: 'i',
  contentType: 'image/jpeg',
  bytes: 3 * 1024 ** 2,
  sha256: '',
  width: 1200,
  height: 800,
  frames: 1,
  durationSeconds: null,
  frameRate: null,
  videoCodec: null,
  audioCodec: null,
}
const video: MediaFile = {
  ...image,
  contentType: 'video/mp4',
  frames: null,
  durationSeconds: 60.5,
  frameRate: 29.97,
  videoCodec: 'h264',
}
const images = { contentTypes: ['image/jpeg', 'image/png'] }
const videos = { contentTypes: ['video/mp4'] }

describe('checking media', () => {
  it('takes what keeps every bound, the bounds themselves included', () => {
    const exact = { maxBytes: 3 * 1024 ** 2, minWidth: 1200, maxWidth: 1200, minHeight: 800, maxHeight: 800 }
    assert.isEmpty(
      findings(image, {
        ...images,
        ...exact,
        minRatio: 1.5,
        maxRatio: 1.5,
        maxPixels: 960_000,
        maxFrames: 1,
        maxAnimatedPixels: 960_000,
      }),
    )
    assert.isEmpty(
      findings(video, { ...videos, minSeconds: 60.5, maxSeconds: 60.5, maxFrameRate: 30, codecs: ['h264'] }),
    )
  })

  it('says what was found, the limit and what to do', () => {
    const cases: [MediaFile, Parameters<typeof findings>[1], string][] = [
      [
        image,
        { ...images, maxBytes: 1024 ** 2 },
        'is 3 MiB large, at most 1 MiB allowed: compress it or scale it down',
      ],
      [
        image,
        { ...images, maxPixels: 500_000 },
        'is 1200 x 800 px (1 megapixels), at most 0.5 megapixels allowed: scale it down',
      ],
      [image, { ...images, minWidth: 1201 }, 'is 1200 px wide, at least 1201 px needed: send a larger one'],
      [image, { ...images, maxHeight: 799 }, 'is 800 px high, at most 799 px allowed: scale it down'],
      [
        image,
        { ...images, maxRatio: 0.8 },
        'has a ratio of width to height of 1.5, at most 0.8 allowed: crop it to a narrower one',
      ],
      [
        image,
        { ...images, minRatio: 1.91 },
        'has a ratio of width to height of 1.5, at least 1.91 needed: crop it to a wider one',
      ],
      [
        { ...image, frames: 30 },
        { ...images, maxFrames: 1 },
        'is animated with 30 frames, at most 1 frame allowed: send a still image or a shorter animation',
      ],
      [
        { ...image, frames: 313 },
        { ...images, maxAnimatedPixels: 300_000_000 },
        'has 313 frames of 1200 x 800 px (300.5 megapixels together), at most 300 megapixels allowed: scale it down or shorten it',
      ],
      [video, { ...videos, maxSeconds: 60 }, 'is 60.5 s long, at most 60 s allowed: cut it shorter'],
      [video, { ...videos, minSeconds: 90 }, 'is 60.5 s long, at least 90 s needed: send a longer one'],
      [
        video,
        { ...videos, maxFrameRate: 24 },
        'has 30 frames a second, at most 24 frames a second allowed: export it with fewer',
      ],
      [video, { ...videos, codecs: ['hevc', 'vp9'] }, 'is encoded as h264, supported are: hevc, vp9; export it again'],
      [video, images, 'is video/mp4, taken are: image/jpeg, image/png'],
      [
        { ...image, contentType: 'image/gif' },
        { ...images, maxBytes: 1 },
        'is image/gif, taken are: image/jpeg, image/png',
      ],
    ]
    for (const [file, requirement, message] of cases) assert.deepEqual(findings(file, requirement), [message])
  })

  it('compares frame rates as whole numbers, since those of broadcasting are a little lower, and others are rounded', () => {
    const bounds = { ...videos, minFrameRate: 24, maxFrameRate: 60 }
    const isTaken = (frameRate: number) => findings({ ...video, frameRate }, bounds).length === 0
    for (const rate of [23.976, 24, 29.97, 59.94, 60, 60.2]) assert.isTrue(isTaken(rate), String(rate))
    for (const rate of [0.5, 15, 23, 61, 120]) assert.isFalse(isTaken(rate), String(rate))
  })

  it('does not hold against a file what it does not tell', () => {
    const untold = { ...video, durationSeconds: null, frameRate: null, videoCodec: null }
    assert.isEmpty(findings(untold, { ...videos, maxSeconds: 1, maxFrameRate: 1, codecs: ['hevc'] }))
  })

  it('throws every finding in one error, under the item’s path', () => {
    const check = () =>
      checkMedia(
        image,
        { ...images, maxWidth: 100, maxBytes: 10 },
        { code: 'invalid_media', item: 'thread[1].media[0]' },
      )
    let failure: unknown
    try {
      check()
    } catch (error) {
      failure = error
    }
    assert.instanceOf(failure, ServiceError)
    assert.equal(failure.code, 'invalid_media')
    assert.match(failure.message, /^thread\[1\]\.media\[0\]: is 3 MiB large, .*; is 1200 px wide, .*\.$/)
    assert.deepEqual(
      (failure.details as { path: string[] }[]).map(({ path }) => path),
      [
        ['thread', '1', 'media', '0'],
        ['thread', '1', 'media', '0'],
      ],
    )
  })
})
