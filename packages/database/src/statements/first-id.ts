import { randomBytes } from 'node:crypto'

/**
 * Returns the smallest uuidv7 of a time. Ids begin with their creation time, so comparing ids selects rows of a period.
 */
export function firstIdOf(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** Returns the time at which a uuidv7 was generated, in ms since the Unix epoch. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.replace('-', '').slice(0, 12), 16)
}

/**
 * Returns a uuidv7 for a time on the clock of the database, which ids are compared with. Node's own `randomUUIDv7` goes
 * by the clock of the machine.
 * @param random the bits that are not those of the time; at least 10 bytes
 * @see https://www.rfc-editor.org/rfc/rfc9562#section-5.7 (read 2026-11-25)
 */
export function idAt(at: Date, random: Buffer = randomBytes(10)): string {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(Math.max(0, at.getTime()), 0, 6)
  random.copy(bytes, 6, 0, 10)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
