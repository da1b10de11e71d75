import { randomSource } from '../random-source.ts'
import { isBase64 } from './strict-base64.ts'

type Random = (below: number) => number
type EscapeStyle = 'plain' | 'slashes' | 'unicode' | 'mixed'

const styles: EscapeStyle[] = ['plain', 'slashes', 'unicode', 'mixed']
const texts = [
  '',
  'a',
  'base64',
  '"',
  '\\',
  '\\"',
  'é',
  '😀',
  '\u2028',
  '\u0000',
  'x"base64":"AAAA"',
  '\n\t',
  '\ud800',
  '/',
]
const keys = [
  'base64',
  'base64',
  'base6',
  'base640',
  'Base64',
  'text',
  '__proto__',
  'constructor',
  '',
  'ключ',
  '"',
  'b\\',
]
const notBase64 = [
  'A',
  'AA=A',
  '====',
  'AA==AAAA',
  'AAA-',
  'AA_A',
  'AA A',
  'AAAA\n',
  'é',
  '😀AAA',
  'data:;base64,AA',
  '"',
]

function pick<T>(random: Random, list: readonly T[]): T {
  return list[random(list.length)] as T
}

function character(char: string, random: Random, style: EscapeStyle): string {
  const code = char.charCodeAt(0)
  const escaped = style === 'unicode' ? random(3) === 0 : style === 'mixed' && random(12) === 0
  if (escaped) {
    const hex = code.toString(16).padStart(4, '0')
    return `\\u${random(2) === 0 ? hex : hex.toUpperCase()}`
  }
  if (char === '/' && (style === 'slashes' || (style === 'mixed' && random(2) === 0))) return '\\/'
  return code < 0x20 || char === '"' || char === '\\' || (code & 0xf800) === 0xd800
    ? JSON.stringify(char).slice(1, -1)
    : char
}

/** Pairs of surrogates stay together, unless both are written as escapes. */
function quoted(text: string, random: Random, style: EscapeStyle): string {
  const units = [...text].map((char) => (char.length === 2 ? char : character(char, random, style)))
  return `"${units.join('')}"`
}

function media(random: Random): string {
  const length = pick(random, [0, 1, 2, 3, 4, 30, 100, 5000, 20_000, 70_000].slice(0, random(40) === 0 ? 10 : 7))
  return Buffer.from(Array.from({ length: Math.min(length, 600) }, () => random(256)))
    .toString('base64')
    .concat('/+A9'.repeat(length > 600 ? (length - 600) >> 2 : 0))
}

function space(random: Random): string {
  return random(6) === 0 ? pick(random, [' ', '\n', '\t ', '\r\n']) : ''
}

function scalar(random: Random, style: EscapeStyle): string {
  const kind = random(8)
  if (kind < 3) return quoted(pick(random, texts), random, style)
  if (kind === 3) return pick(random, ['0', '-0', '1e5', '-12.5E-2', '9007199254740993', '1e999'])
  if (kind === 4) return pick(random, ['true', 'false', 'null'])
  const text = random(4) === 0 ? media(random) + pick(random, notBase64) : media(random)
  return quoted(text, random, style)
}

function value(random: Random, style: EscapeStyle, depth: number): string {
  const kind = depth === 0 ? 9 : random(10)
  const between = () => space(random)
  if (kind < 5) {
    const members = Array.from({ length: random(5) }, () => {
      const key = quoted(pick(random, keys), random, style)
      return `${between()}${key}${between()}:${between()}${value(random, style, depth - 1)}${between()}`
    })
    return `{${members.join(',') || between()}}`
  }
  if (kind < 7) {
    const items = Array.from({ length: random(4) }, () => between() + value(random, style, depth - 1) + between())
    return `[${items.join(',') || between()}]`
  }
  return scalar(random, style)
}

/** Breaks a document at a random place: a byte changed, dropped, doubled, or the end cut off. */
function damage(raw: Buffer, random: Random): Buffer {
  const at = random(raw.length + 1)
  const inserted = Buffer.from(
    pick(random, ['"', ',', ':', '{', '}', '[', ']', '\\', '\u0001', 'x', '0', ' ', '\\u12']),
  )
  const strange = Buffer.of(pick(random, [0xff, 0xc3, 0x80, 0xef]))
  const kind = random(5)
  if (kind === 0) return raw.subarray(0, at)
  if (kind === 1) return Buffer.concat([raw.subarray(0, at), raw.subarray(at + 1)])
  return Buffer.concat([raw.subarray(0, at), kind === 2 ? strange : inserted, raw.subarray(at + (kind === 3 ? 1 : 0))])
}

/** The bytes of a random JSON document; about one in four is broken somewhere. */
export function randomDocument(seed: number): Buffer {
  const random = randomSource(seed)
  const raw = Buffer.from(`${space(random)}${value(random, pick(random, styles), 4)}${space(random)}`)
  return random(4) === 0 ? damage(raw, random) : raw
}

export function randomChunks(raw: Buffer, seed: number): Buffer[] {
  const random = randomSource(seed ^ 0x5bd1e995)
  const largest = pick(random, [1, 2, 3, 7, 64, 4096, 65_536])
  const chunks: Buffer[] = []
  for (let at = 0; at < raw.length; ) {
    const end = Math.min(raw.length, at + 1 + random(Math.max(largest, raw.length >> 9)))
    chunks.push(Buffer.from(raw.subarray(at, end)))
    at = end
  }
  return chunks
}

/** Whether JavaScript makes another integer of a literal. */
function isOtherInteger(literal: string | undefined): boolean {
  if (literal === undefined || !/^-?\d+$/.test(literal) || !Number.isFinite(Number(literal))) return false
  return BigInt(Number(literal)) !== BigInt(literal)
}

/**
 * The expected result of `readJson`: the document by `JSON.parse`, with files distinguished from texts; null for one that
 * is rejected.
 */
export function expected(raw: Buffer): { value: unknown } | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw)
    return {
      value: JSON.parse(text, function (this: unknown, key, child: unknown, ...[context]: { source?: string }[]) {
        if (isOtherInteger(context?.source)) throw new Error('an integer would be changed')
        if (key !== 'base64' || typeof child !== 'string' || Array.isArray(this)) return child
        return isBase64(child)
          ? { file: Buffer.from(child, 'base64').toString('hex'), length: child.length }
          : { file: null }
      }),
    }
  } catch {
    return null
  }
}
