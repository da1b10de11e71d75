/**
 * Generates the MP4 boxes of which `bytes` consists, without the boxes inside them, as `[type, payload]`. Ends at the
 * first box that is incomplete.
 * @see ISO/IEC 14496-12, 4.2
 */
function* boxes(bytes: Buffer): Generator<[string, Buffer]> {
  let at = 0
  while (at + 8 <= bytes.length) {
    const small = bytes.readUInt32BE(at)
    const wide = small === 1 && at + 16 <= bytes.length
    const size = small === 0 ? bytes.length - at : wide ? Number(bytes.readBigUInt64BE(at + 8)) : small
    const header = wide ? 16 : 8
    if (size < header || at + size > bytes.length) return
    yield [bytes.toString('latin1', at + 4, at + 8), bytes.subarray(at + header, at + size)]
    at += size
  }
}

function child(bytes: Buffer, type: string): Buffer | undefined {
  for (const [name, payload] of boxes(bytes)) if (name === type) return payload
  return undefined
}

/**
 * Returns the width and height in pixels and the duration in seconds of an MP4 file; undefined for other bytes, and for
 * a file without a video track.
 */
export function readVideoSize(bytes: Buffer): { width: number; height: number; seconds: number } | undefined {
  const moov = child(bytes, 'moov')
  const mvhd = moov && child(moov, 'mvhd')
  if (moov === undefined || mvhd === undefined || mvhd.length < 32) return undefined
  const seconds =
    mvhd[0] === 1
      ? Number(mvhd.readBigUInt64BE(24)) / mvhd.readUInt32BE(20)
      : mvhd.readUInt32BE(16) / mvhd.readUInt32BE(12)
  for (const [name, trak] of boxes(moov)) {
    const tkhd = name === 'trak' ? child(trak, 'tkhd') : undefined
    if (tkhd === undefined || tkhd.length < 84) continue
    // Width and height are its last two fields, as 16.16 fixed point; a sound track has zeros there.
    const width = tkhd.readUInt16BE(tkhd.length - 8)
    const height = tkhd.readUInt16BE(tkhd.length - 4)
    if (width > 0 && height > 0) return { width, height, seconds }
  }
  return undefined
}

function inside(bytes: Buffer, ...path: string[]): Buffer | undefined {
  let found: Buffer | undefined = bytes
  for (const type of path) found = found && child(found, type)
  return found
}

/**
 * Returns the frames per second of the video track of an MP4 file, as an average; null for other bytes, and for a file
 * that does not state it.
 */
export function readFrameRate(bytes: Buffer): number | null {
  for (const [name, trak] of boxes(child(bytes, 'moov') ?? Buffer.alloc(0))) {
    const mdia = name === 'trak' ? child(trak, 'mdia') : undefined
    if (mdia === undefined || child(mdia, 'hdlr')?.toString('latin1', 8, 12) !== 'vide') continue
    const [mdhd, stts] = [child(mdia, 'mdhd'), inside(mdia, 'minf', 'stbl', 'stts')]
    if (mdhd === undefined || mdhd.length < 24 || stts === undefined || stts.length < 8) return null
    const timescale = mdhd.readUInt32BE(mdhd[0] === 1 ? 20 : 12)
    let [frames, units] = [0, 0]
    for (let at = 8; at + 8 <= stts.length; at += 8) {
      frames += stts.readUInt32BE(at)
      units += stts.readUInt32BE(at) * stts.readUInt32BE(at + 4)
    }
    return units === 0 ? null : (frames * timescale) / units
  }
  return null
}
