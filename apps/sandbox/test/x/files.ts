import sharp from 'sharp'
import { box, videoHead } from '../mp4.ts'

/** A video that tells its size and duration, and filler. */
export function video({ width = 640, height = 360, seconds = 2, filler = 1000 } = {}): Buffer {
  return Buffer.concat([videoHead({ width, height, seconds }), box('mdat', Buffer.alloc(filler, 7))])
}

/** An image of one colour. */
export function imageFile(format: 'png' | 'jpeg' | 'gif' | 'webp', { width = 8, height = 6 } = {}): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .toFormat(format)
    .toBuffer()
}
