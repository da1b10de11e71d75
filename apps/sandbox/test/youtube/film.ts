function box(type: string, ...payload: Buffer[]): Buffer {
  const body = Buffer.concat(payload)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

/** An MP4 that says how long and large it is; padded to `bytes`, with `marker` at its end. */
export function film({ seconds = 65, bytes = 2048, marker = '' } = {}): Buffer {
  const mvhd = Buffer.alloc(100)
  mvhd.writeUInt32BE(1000, 12)
  mvhd.writeUInt32BE(seconds * 1000, 16)
  const tkhd = Buffer.alloc(84)
  tkhd.writeUInt16BE(1280, 76)
  tkhd.writeUInt16BE(720, 80)
  const whole = Buffer.concat([
    box('ftyp', Buffer.from('isom0000')),
    box('moov', box('mvhd', mvhd), box('trak', box('tkhd', tkhd))),
  ])
  const padding = Math.max(0, bytes - whole.length - 8 - marker.length)
  return Buffer.concat([whole, box('free', Buffer.alloc(padding), Buffer.from(marker))])
}
