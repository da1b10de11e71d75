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
const frames = 300

/** 640 × 360 px, ten seconds at 30 images a second. */
function movie(): Buffer {
  const entry = box('avc1', zeros(24), u32((640 << 16) | 360), zeros(50))
  const table = box(
    'stbl',
    box('stsd', u32(0, 1), entry),
    box('stts', u32(0, 1, frames, 33)),
    box('stsz', u32(0, 0, frames), zeros(frames * 4)),
    box('stco', u32(0, 1, 48)),
  )
  const media = box(
    'mdia',
    box('mdhd', zeros(12), u32(1000, 10_000, 0)),
    box('hdlr', zeros(8), Buffer.from('vide'), zeros(13)),
    box('minf', table),
  )
  const upright = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
  const header = box('tkhd', zeros(12), u32(1, 0, 0), zeros(16), upright, u32(640 << 16, 360 << 16))
  return box('moov', box('mvhd', zeros(12), u32(600, 6000), zeros(80)), box('trak', header, media))
}

/**
 * The bytes before the media data of an MP4 video of `bytes` bytes in all, by ISO/IEC 14496-12; a multiple of three.
 */
export function videoHead(bytes: number): Buffer {
  const start = Buffer.concat([box('ftyp', Buffer.from('isom'), u32(512), Buffer.from('isomavc1')), movie()])
  const filler = box('free', zeros((6 - ((start.length + 16) % 3)) % 3))
  const before = start.length + filler.length
  return Buffer.concat([start, filler, u32(bytes - before), Buffer.from('mdat')])
}
