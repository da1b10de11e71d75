const alphabet = '234567abcdefghijklmnopqrstuvwxyz'

/**
 * The seed from which the record keys of a publish are computed: a time in microseconds, and a clock id from 0 to 1023.
 */
export interface KeySeed {
  micros: number
  clock: number
}

/**
 * Creates the seed of a publish's record keys from the millisecond of `now` and random bits, so that two publishes of
 * one account almost never get the same record keys. `random(bytes)` returns that many random bytes.
 */
export function keySeed(now: Date, random: (bytes: number) => Uint8Array): KeySeed {
  const [a = 0, b = 0, c = 0, d = 0] = random(4)
  return { micros: now.getTime() * 1000 + (((a << 8) | b) % 1000), clock: ((c << 8) | d) % 1024 }
}

/**
 * Returns the seed of which `recordKey` makes this key for the first post; undefined if the text is not a TID.
 */
export function seedOf(key: string): KeySeed | undefined {
  let value = 0n
  for (const letter of key) {
    const digit = alphabet.indexOf(letter)
    if (digit < 0) return undefined
    value = (value << 5n) | BigInt(digit)
  }
  return key.length === 13 ? { micros: Number(value >> 10n), clock: Number(value & 1023n) } : undefined
}

/**
 * Returns whether two seeds are those of one publish that was begun at two times, with the same random bits: by chance,
 * one of a million seeds is.
 */
export function haveSameBits(one: KeySeed, other: KeySeed): boolean {
  return one.clock === other.clock && one.micros % 1000 === other.micros % 1000
}

/**
 * Returns the record key of the post at `index`: a TID, which sorts by time. Makes no call.
 * @see https://atproto.com/specs/tid (read 2026-11-20)
 */
export function recordKey({ micros, clock }: KeySeed, index: number): string {
  let rest = (BigInt(micros + index) << 10n) | BigInt(clock)
  let key = ''
  for (let digit = 0; digit < 13; digit++) {
    key = alphabet.charAt(Number(rest & 31n)) + key
    rest >>= 5n
  }
  return key
}
