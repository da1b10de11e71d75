import { invalidArgument, reject } from '../errors/google-error.ts'
import { type Method, type ParameterKind, systemParameters } from './methods.ts'

/**
 * The validated query of a call. `text`, `flag` and `count` return undefined, and `list` an empty list, for a parameter
 * that was not sent. `parts` are the values of the parameter `part`.
 */
export interface Query {
  has(name: string): boolean
  text(name: string): string | undefined
  flag(name: string): boolean | undefined
  count(name: string): number | undefined
  list(name: string): string[]
  parts: ReadonlySet<string>
}

/** Reads and validates a query. Throws a `GoogleError` for a missing, unknown or invalid parameter or part. */
export function readQuery(method: Method, given: URLSearchParams): Query {
  const known = { ...systemParameters, ...method.parameters }
  for (const name of new Set(given.keys())) {
    const kind = Object.hasOwn(known, name) ? known[name] : undefined
    if (kind === undefined)
      throw invalidArgument(
        `Invalid JSON payload received. Unknown name "${name}": Cannot bind query parameter. Field '${name}' could not be found in request message.`,
      )
    checkValues(name, kind, given.getAll(name))
  }
  for (const name of method.required)
    if ((given.get(name) ?? '') === '')
      throw reject('missingRequiredParameter', {
        message: `Required parameter: ${name}`,
        location: `parameters.${name}`,
      })
  const list = (name: string) =>
    given
      .getAll(name)
      .flatMap((value) => value.split(','))
      .map((value) => value.trim())
      .filter((value) => value !== '')
  const parts = new Set(list('part'))
  const stranger = [...parts].find((part) => !method.parts.includes(part))
  if (stranger !== undefined) throw reject('unknownPart', { message: `'${stranger}'` })
  const text = (name: string) => given.get(name) ?? undefined
  return {
    has: (name) => given.has(name),
    text,
    flag: (name) => (given.has(name) ? isTrue(text(name) ?? '') : undefined),
    count: (name) => (given.has(name) ? Number(text(name)) : undefined),
    list,
    parts,
  }
}

function isTrue(value: string): boolean {
  return value === 'true' || value === '1'
}

function checkValues(name: string, kind: ParameterKind, values: readonly string[]): void {
  if (kind === 'list' || kind === 'string') {
    if (kind === 'string' && values.length > 1) throw notRepeating(name)
    return
  }
  if (values.length > 1) throw notRepeating(name)
  const value = values[0] ?? ''
  if (kind === 'boolean') {
    if (!['true', 'false', '0', '1'].includes(value))
      throw invalidArgument(`Invalid value at '${name}' (TYPE_BOOL), "${value}"`, name)
    return
  }
  if ('oneOf' in kind) {
    if (!kind.oneOf.includes(value)) throw invalidArgument(`Invalid value at '${name}' (TYPE_ENUM), "${value}"`, name)
    return
  }
  if (!/^\d+$/.test(value)) throw invalidArgument(`Invalid value at '${name}' (TYPE_UINT32), "${value}"`, name)
  if (Number(value) < kind.from || Number(value) > kind.to)
    throw reject('invalidValue', {
      message: `Invalid value '${value}'. Values must be within the range: [${kind.from}, ${kind.to}]`,
      location: `parameters.${name}`,
    })
}

function notRepeating(name: string) {
  return invalidArgument(`Invalid value at '${name}': Proto field is not repeating, cannot start list.`, name)
}
