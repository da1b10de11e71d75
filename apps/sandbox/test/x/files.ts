import sharp from 'sharp'
import { box, filmHead } from '../mp4.ts'

/** A film that tells its size and duration, and filler. */
export function film({ width = 640, height = 360, seconds = 2, filler = 1000 } = {}): Buffer {
  return Buffer.concat([filmHead({ width, height, seconds }), box('mdat', Buffer.alloc(filler, 7))])
}

/** A picture of one colour. */
export function picture(format: 'png' | 'jpeg' | 'gif' | 'webp', { width = 8, height = 6 } = {}): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .toFormat(format)
    .toBuffer()
}
