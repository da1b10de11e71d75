function box(type: string, ...content: Uint8Array[]): Buffer {
  const inside = Buffer.concat(content)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(inside.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, inside])
}

function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
  return bytes
}

const zeros = (count: number) => Buffer.alloc(count)
const one = 0x10000
const [width, height, seconds] = [1080, 1920, 10]

/** An MP4 video that every network takes at 30 frames a second: 1080 × 1920 px, ten seconds. ISO/IEC 14496-12. */
export function portraitVideo({ framesPerSecond = 30 } = {}): Buffer {
  const frames = seconds * framesPerSecond
  const entry = box('avc1', zeros(24), u32((width << 16) | height), zeros(50))
  const table = box(
    'stbl',
    box('stsd', u32(0, 1), entry),
    box('stts', u32(0, 1, frames, Math.floor(1000 / framesPerSecond))),
    box('stsz', u32(0, 0, frames), zeros(frames * 4)),
    box('stco', u32(0, 1, 48)),
  )
  const media = box(
    'mdia',
    box('mdhd', zeros(12), u32(1000, 10_000, 0)),
    box('hdlr', zeros(8), Buffer.from('vide'), zeros(13)),
    box('minf', table),
  )
  const upright = u32(one, 0, 0, 0, one, 0, 0, 0, 0x40000000)
  const header = box('tkhd', zeros(12), u32(1, 0, 0), zeros(16), upright, u32(width * one, height * one))
  const movie = box('moov', box('mvhd', zeros(12), u32(600, 6000), zeros(80)), box('trak', header, media))
  return Buffer.concat([
    box('ftyp', Buffer.from('isom'), u32(512), Buffer.from('isomavc1')),
    movie,
    box('mdat', zeros(5000)),
  ])
}
