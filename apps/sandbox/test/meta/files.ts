import sharp from 'sharp'
import { box, videoHead } from '../mp4.ts'

/** A plain image. */
export function image(width: number, height: number, format: 'jpeg' | 'png' | 'webp' = 'jpeg'): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#c96' } })
    .toFormat(format)
    .toBuffer()
}

/** A video that tells its size and duration, and shows nothing. */
export function video({ width = 720, height = 1280, seconds = 6, padding = 0 } = {}): Buffer {
  return Buffer.concat([videoHead({ width, height, seconds }), box('mdat', Buffer.alloc(padding))])
}
