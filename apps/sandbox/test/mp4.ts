import { makeVideo, type VideoOptions } from '../src/samples/mp4.ts'

/** A box of an MP4 file. ISO/IEC 14496-12, 4.2. */
export function box(type: string, ...payload: Buffer[]): Buffer {
  const body = Buffer.concat(payload)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

/** The boxes of an MP4 with its size and duration, without frames. ISO/IEC 14496-12, 8.2.2 and 8.3.2. */
export function videoHead({ width, height, seconds }: { width: number; height: number; seconds: number }): Buffer {
  const mvhd = Buffer.alloc(100)
  mvhd.writeUInt32BE(1000, 12)
  mvhd.writeUInt32BE(seconds * 1000, 16)
  const tkhd = Buffer.alloc(84)
  tkhd.writeUInt16BE(width, 76)
  tkhd.writeUInt16BE(height, 80)
  return Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\x02\0isommp41', 'latin1')),
    box('moov', box('mvhd', mvhd), box('trak', box('tkhd', tkhd))),
  ])
}

/** A sample video (30 frames per second) whose time scale is changed so that it has another frame rate. */
export function videoAtRate(options: VideoOptions, framesPerSecond: number): Buffer {
  const bytes = makeVideo(options)
  bytes.writeUInt32BE((90_000 / 30) * framesPerSecond, bytes.indexOf('mdhd') + 16)
  return bytes
}
