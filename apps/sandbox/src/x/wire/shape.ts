/** An error in one part of a JSON body. */
interface Fault {
  /** The path, such as `media.media_ids[0]`; an empty string for the body itself. */
  path: string
  message: string
  value: unknown
}

/**
 * A validation rule for a value in a JSON body: returns the value's errors, or an empty list if the value is valid.
 * `path` locates the value in the body, for the error messages.
 */
export type Shape = (value: unknown, path: string) => Fault[]

/** The validation rule for a whole body, with the type of a valid body. */
export type BodyShape<T extends object> = Shape & { readonly body?: T }

function unless(ok: boolean, fault: Fault): Fault[] {
  return ok ? [] : [fault]
}

/** Returns whether a value is a JSON object, and not an array or null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Returns the rule for a string of `min` to `max` characters (code points), inclusive, that matches `pattern`. A bound
 * or pattern that is omitted is not checked.
 */
export function text(rules: { pattern?: RegExp; min?: number; max?: number } = {}): Shape {
  const { pattern = /^/, min = 0, max = Number.POSITIVE_INFINITY } = rules
  return (value, path) => {
    if (typeof value !== 'string') return [{ path, value, message: 'string expected' }]
    const size = [...value].length
    return [
      ...unless(pattern.test(value), { path, value, message: `does not match the regex pattern ${pattern.source}` }),
      ...unless(size >= min && size <= max, { path, value, message: `must be between ${min} and ${max} characters` }),
    ]
  }
}

export const ID = text({ pattern: /^[0-9]{1,19}$/ })

/** Returns the rule for a string that must be one of the values. */
export function oneOf(values: readonly string[]): Shape {
  return (value, path) =>
    unless(typeof value === 'string' && values.includes(value), {
      path,
      value,
      message: `does not have a value in the enumeration [${values.join(', ')}]`,
    })
}

/** Returns the rule for an integer from `min` to `max`, inclusive. */
export function whole({ min, max }: { min: number; max: number }): Shape {
  return (value, path) =>
    unless(Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max, {
      path,
      value,
      message: `must be an integer between ${min} and ${max}`,
    })
}

/** The rule for a boolean. */
export const flag: Shape = (value, path) =>
  unless(typeof value === 'boolean', { path, value, message: 'boolean expected' })

/** The rule that accepts any value. */
export const anything: Shape = () => []

/** Returns the rule for a list of `min` to `max` items, each of which follows `item`. */
export function list(item: Shape, { min = 0, max }: { min?: number; max: number }): Shape {
  return (value, path) => {
    if (!Array.isArray(value)) return [{ path, value, message: 'array expected' }]
    const sized = unless(value.length >= min && value.length <= max, {
      path,
      value,
      message: `must have between ${min} and ${max} items`,
    })
    return [...sized, ...value.flatMap((entry, index) => item(entry, `${path}[${index}]`))]
  }
}

/**
 * Returns the rule for an object whose fields are all listed in `fields` and follow their rules there. The fields in
 * `required` must be present.
 */
export function record(fields: Record<string, Shape>, required: readonly string[] = []): Shape {
  return (value, path) => {
    if (!isRecord(value)) return [{ path, value, message: 'object expected' }]
    const at = (name: string) => (path === '' ? name : `${path}.${name}`)
    const missing = required.filter((name) => !(name in value))
    return [
      ...missing.map((name) => ({ path: at(name), value: '', message: 'is missing but it is required' })),
      ...Object.entries(value).flatMap(([name, entry]) => {
        const shape = Object.hasOwn(fields, name) ? fields[name] : undefined
        const message = 'is not defined in the schema and the schema does not allow additional properties'
        return shape === undefined ? [{ path: at(name), value: entry, message }] : shape(entry, at(name))
      }),
    ]
  }
}
