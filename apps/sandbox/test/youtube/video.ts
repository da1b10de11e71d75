import { box, videoHead } from '../mp4.ts'

/** An MP4 with a size and duration but no frames, padded to `bytes` bytes, with `marker` at its end. */
export function video({ seconds = 65, bytes = 2048, marker = '' } = {}): Buffer {
  const head = videoHead({ width: 1280, height: 720, seconds })
  const padding = Math.max(0, bytes - head.length - 8 - marker.length)
  return Buffer.concat([head, box('free', Buffer.alloc(padding), Buffer.from(marker))])
}
