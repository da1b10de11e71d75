import { objectOf } from '../../json.ts'
import { invalidArgument } from '../errors/google-error.ts'

/** The members to keep in a response, keyed by name. An empty mask keeps everything. */
interface Mask extends Map<string, Mask> {}

/**
 * Returns the parts of a response that the parameter `fields` selects, such as `a,b/c,d(e,f)`, with `*` for any name.
 * Names that the response does not have are ignored. Without `fields`, returns the whole response.
 * @throws GoogleError if `fields` is malformed
 * @see https://developers.google.com/youtube/v3/getting-started#fields (read 2026-11-20)
 */
export function keepFields(response: Record<string, unknown>, fields: string | undefined): Record<string, unknown> {
  if (fields === undefined || fields === '') return response
  const tokens = fields.match(/[\w*]+|[(),/]|[^\s]/g) ?? []
  const mask = readMask(tokens)
  if (tokens.length > 0) throw invalidFields(fields)
  return objectOf(trim(response, mask))
}

function invalidFields(fields: string) {
  return invalidArgument(`Invalid field selection ${fields}`, 'fields')
}

function readMask(tokens: string[]): Mask {
  const mask: Mask = new Map()
  for (;;) {
    let at = mask
    for (;;) {
      const name = tokens.shift()
      if (name === undefined || !/^[\w*]+$/.test(name)) throw invalidFields(name ?? '')
      const next: Mask = at.get(name) ?? new Map()
      at.set(name, next)
      at = next
      if (tokens[0] !== '/') break
      tokens.shift()
    }
    if (tokens[0] === '(') {
      tokens.shift()
      for (const [name, below] of readMask(tokens)) at.set(name, below)
      if (tokens.shift() !== ')') throw invalidFields('(')
    }
    if (tokens[0] !== ',') return mask
    tokens.shift()
  }
}

function trim(value: unknown, mask: Mask): unknown {
  if (mask.size === 0 || value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((item) => trim(item, mask))
  const kept: [string, unknown][] = []
  for (const [name, member] of Object.entries(value)) {
    const below = mask.get(name) ?? mask.get('*')
    if (below !== undefined) kept.push([name, trim(member, below)])
  }
  return Object.fromEntries(kept)
}
