import sharp from 'sharp'

function box(type: string, ...parts: Buffer[]): Buffer {
  const payload = Buffer.concat(parts)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + payload.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, payload])
}

/** The outside of an MP4: enough boxes to tell size and duration, and filler. ISO/IEC 14496-12, 8.2.2 and 8.3.2. */
export function film({ width = 640, height = 360, seconds = 2, filler = 1000 } = {}): Buffer {
  const mvhd = Buffer.alloc(100)
  mvhd.writeUInt32BE(1000, 12)
  mvhd.writeUInt32BE(seconds * 1000, 16)
  const tkhd = Buffer.alloc(84)
  tkhd.writeUInt16BE(width, 76)
  tkhd.writeUInt16BE(height, 80)
  const ftyp = box('ftyp', Buffer.from('isom\0\0\x02\0isommp41', 'latin1'))
  return Buffer.concat([
    ftyp,
    box('moov', box('mvhd', mvhd), box('trak', box('tkhd', tkhd))),
    box('mdat', Buffer.alloc(filler, 7)),
  ])
}

/** A picture of one colour. */
export function picture(format: 'png' | 'jpeg' | 'gif' | 'webp', { width = 8, height = 6 } = {}): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .toFormat(format)
    .toBuffer()
}
