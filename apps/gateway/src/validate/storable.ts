import { fieldError } from '@carillon/errors'
import { isStaged } from './ajv.ts'

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

const badText = 'it has characters that text cannot have (U+0000 or half of a surrogate pair)'
const badNumber = 'this number is larger than any that can be kept'

interface Fault {
  /** The path to the value, with the innermost name first. */
  path: string[]
  message: string
}

function leafFault(value: unknown): Fault | null {
  if (typeof value === 'string') return isStorable(value) ? null : { path: [], message: badText }
  if (typeof value === 'number') return Number.isFinite(value) ? null : { path: [], message: badNumber }
  return null
}

/** Returns the first fault in document order. The path is built only after a fault was found. */
function findFault(value: unknown): Fault | null {
  if (typeof value !== 'object' || value === null) return leafFault(value)
  if (isStaged(value)) return null
  for (const [name, part] of Object.entries(value)) {
    if (!isStorable(name)) return { path: [], message: badText }
    const fault = findFault(part)
    if (fault !== null) {
      fault.path.push(name)
      return fault
    }
  }
  return null
}

/**
 * Checks that a parsed body or query contains only values that databases and networks accept.
 * @throws ServiceError `invalid_request` for a string with U+0000 or an unpaired surrogate, or a number that is not
 *   finite
 */
export function requireStorable(value: unknown): void {
  const fault = findFault(value)
  if (fault) throw fieldError({ ...fault, path: fault.path.reverse().map((part) => part.slice(0, 64).toWellFormed()) })
}
