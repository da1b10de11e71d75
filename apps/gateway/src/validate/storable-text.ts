import { ServiceError } from '@carillon/errors'
import { isStaged } from './ajv.ts'

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

function* unstorable(value: unknown, path: readonly string[]): Generator<readonly string[]> {
  if (typeof value === 'string' && !isStorable(value)) yield path
  if (typeof value !== 'object' || value === null || isStaged(value)) return
  for (const [name, part] of Object.entries(value)) {
    if (isStorable(name)) yield* unstorable(part, [...path, name])
    else yield path
  }
}

/** Refuses text that no store and no network takes: with U+0000 or halves of surrogate pairs. */
export function requireStorableText(value: unknown): void {
  for (const found of unstorable(value, [])) {
    const path = found.map((part) => part.slice(0, 64))
    const message = 'it has characters that text cannot have (U+0000 or half of a surrogate pair)'
    throw new ServiceError('invalid_request', `${path.join('.') || 'body'}: ${message}`, {
      details: [{ path, message }],
    })
  }
}
