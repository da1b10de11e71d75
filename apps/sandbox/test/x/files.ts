import sharp from 'sharp'
import { box, videoHead } from '../mp4.ts'

/** An MP4 with a size, a duration and filler, but no frames. */
export function video({ width = 640, height = 360, seconds = 2, filler = 1000 } = {}): Buffer {
  return Buffer.concat([videoHead({ width, height, seconds }), box('mdat', Buffer.alloc(filler, 7))])
}

/** An image of one colour. */
export function imageFile(format: 'png' | 'jpeg' | 'gif' | 'webp', { width = 8, height = 6 } = {}): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .toFormat(format)
    .toBuffer()
}

const GIF_FRAME = Buffer.from('2c000000000100010000' + '02' + '024401' + '00', 'hex')

/**
 * An animation whose frames have one pixel.
 * @see https://www.w3.org/Graphics/GIF/spec-gif89a.txt (read 2026-11-20)
 */
export function animation({ width = 1, height = 1, frames = 2 } = {}): Buffer {
  const screen = Buffer.from('47494638396100000000800000000000ffffff', 'hex')
  screen.writeUInt16LE(width, 6)
  screen.writeUInt16LE(height, 8)
  return Buffer.concat([screen, ...Array<Buffer>(frames).fill(GIF_FRAME), Buffer.from([0x3b])])
}
