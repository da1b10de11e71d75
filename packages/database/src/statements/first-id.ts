import { randomUUIDv7 } from 'node:crypto'

/** Returns the first 13 characters of the uuidv7 of a time: its milliseconds, in 12 hexadecimal digits. */
function timePart(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

/**
 * Returns the smallest uuidv7 of a time. Ids begin with their creation time, so comparing ids selects rows of a period.
 */
export function firstIdOf(at: Date): string {
  return `${timePart(at)}-7000-8000-000000000000`
}

/** Returns the time at which a uuidv7 was generated, in ms since the Unix epoch. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.replace('-', '').slice(0, 12), 16)
}

/** Returns the other characters of a uuidv7, with the first 80 of the given random bits. */
function randomPart(random: Buffer): string {
  const hex = random.toString('hex')
  const variant = ((Number.parseInt(hex.charAt(4), 16) & 3) | 8).toString(16)
  return `-7${hex.slice(1, 4)}-${variant}${hex.slice(5, 8)}-${hex.slice(8, 20)}`
}

/**
 * Returns a uuidv7 for a time on the clock of the database, with which ids are compared. Node's own `randomUUIDv7` uses
 * the clock of the machine.
 * @param random the bits that are not those of the time; at least 10 bytes. Random bits if omitted
 * @see https://www.rfc-editor.org/rfc/rfc9562#section-5.7 (read 2026-11-25)
 */
export function idAt(at: Date, random?: Buffer): string {
  // Node's ids take their random bits from a supply, which is much faster than `randomBytes`.
  return timePart(at) + (random === undefined ? randomUUIDv7().slice(13) : randomPart(random))
}
