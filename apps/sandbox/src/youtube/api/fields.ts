import { objectOf } from '../../json.ts'
import { invalidArgument } from '../errors/google-error.ts'

/** The members to keep in a response, keyed by name. An empty mask keeps everything. */
interface Mask {
  [name: string]: Mask
}

/**
 * Returns the parts of a response that the parameter `fields` selects, such as `a,b/c,d(e,f)`, with `*` for any name.
 * Without `fields`, returns the whole response.
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
  const mask: Mask = {}
  for (;;) {
    let at = mask
    for (;;) {
      const name = tokens.shift()
      if (name === undefined || !/^[\w*]+$/.test(name)) throw invalidFields(name ?? '')
      const next = at[name] ?? {}
      at[name] = next
      at = next
      if (tokens[0] !== '/') break
      tokens.shift()
    }
    if (tokens[0] === '(') {
      tokens.shift()
      Object.assign(at, readMask(tokens))
      if (tokens.shift() !== ')') throw invalidFields('(')
    }
    if (tokens[0] !== ',') return mask
    tokens.shift()
  }
}

function trim(value: unknown, mask: Mask): unknown {
  if (Object.keys(mask).length === 0 || value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((item) => trim(item, mask))
  const kept: [string, unknown][] = []
  for (const [name, member] of Object.entries(value)) {
    const below = mask[name] ?? mask['*']
    if (below !== undefined) kept.push([name, trim(member, below)])
  }
  return Object.fromEntries(kept)
}
