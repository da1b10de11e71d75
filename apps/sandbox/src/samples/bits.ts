/**
 * Writes a bit stream, most significant bit first, with the Exp-Golomb codes of H.264.
 * @see ITU-T H.264, 7.2 and 9.1
 */
export interface BitWriter {
  /** Writes the lowest `count` bits (at most 32) of `value`. */
  u(count: number, value: number): BitWriter
  /** Writes a whole number from 0 as an unsigned Exp-Golomb code. */
  ue(value: number): BitWriter
  /** Writes zero bits up to the next whole byte. */
  align(): BitWriter
  /** Writes whole bytes. May be called only at the beginning of a byte, as after `align`; this is not checked. */
  raw(bytes: Buffer): BitWriter
  /** Ends the stream with a one bit and zero bits up to the next whole byte, and returns all of its bytes. */
  close(): Buffer
}

/** Creates a writer of an H.264 bit stream. The stream is empty at first. */
export function writeBits(): BitWriter {
  const parts: Buffer[] = []
  let whole: number[] = []
  let [pending, used] = [0, 0]

  function bit(value: number): void {
    pending = (pending << 1) | value
    used += 1
    if (used < 8) return
    whole.push(pending)
    pending = used = 0
  }

  const writer: BitWriter = {
    u(count, value) {
      for (let shift = count - 1; shift >= 0; shift -= 1) bit((value >>> shift) & 1)
      return writer
    },
    ue(value) {
      const length = 32 - Math.clz32(value + 1)
      return writer.u(length - 1, 0).u(length, value + 1)
    },
    align() {
      while (used > 0) bit(0)
      return writer
    },
    raw(bytes) {
      parts.push(Buffer.from(whole), bytes)
      whole = []
      return writer
    },
    close() {
      bit(1)
      writer.align()
      return Buffer.concat([...parts, Buffer.from(whole)])
    },
  }
  return writer
}
