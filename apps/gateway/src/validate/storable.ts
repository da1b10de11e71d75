import { fieldError } from '@carillon/errors'
import { isStaged } from './ajv.ts'

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

const badText = 'it has characters that text cannot have (U+0000 or half of a surrogate pair)'
const badNumber = 'this number is larger than any that can be kept'

interface Fault {
  path: readonly string[]
  message: string
}

function* unstorable(value: unknown, path: readonly string[]): Generator<Fault> {
  if (typeof value === 'string' && !isStorable(value)) yield { path, message: badText }
  if (typeof value === 'number' && !Number.isFinite(value)) yield { path, message: badNumber }
  if (typeof value !== 'object' || value === null || isStaged(value)) return
  for (const [name, part] of Object.entries(value)) {
    if (isStorable(name)) yield* unstorable(part, [...path, name])
    else yield { path, message: badText }
  }
}

/** Refuses what no store and no network takes: text with U+0000 or halves of surrogate pairs, numbers beyond all that are one. */
export function requireStorable(value: unknown): void {
  const [fault] = unstorable(value, [])
  if (fault) throw fieldError({ ...fault, path: fault.path.map((part) => part.slice(0, 64)) })
}
