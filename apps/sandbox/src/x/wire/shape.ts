/** The problem with one part of a JSON body. */
interface Fault {
  /** Dotted, empty for the body itself. */
  path: string
  message: string
  value: unknown
}

/** Checks the value at a path; the result is empty if the value is valid. */
export type Shape = (value: unknown, path: string) => Fault[]

/** The shape of a whole body, with the type that a body which passes has. */
export type BodyShape<T extends object> = Shape & { readonly body?: T }

function unless(ok: boolean, fault: Fault): Fault[] {
  return ok ? [] : [fault]
}

/** Whether a value is a JSON object, not a list or null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A text with a length in characters and an optional pattern. */
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

/** A text that must be one of the values. */
export function oneOf(values: readonly string[]): Shape {
  return (value, path) =>
    unless(typeof value === 'string' && values.includes(value), {
      path,
      value,
      message: `does not have a value in the enumeration [${values.join(', ')}]`,
    })
}

/** An integer between two bounds, both included. */
export function whole({ min, max }: { min: number; max: number }): Shape {
  return (value, path) =>
    unless(Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max, {
      path,
      value,
      message: `must be an integer between ${min} and ${max}`,
    })
}

/** A boolean. */
export const flag: Shape = (value, path) =>
  unless(typeof value === 'boolean', { path, value, message: 'boolean expected' })

/** Any value. */
export const anything: Shape = () => []

/** A list whose length and items are checked. */
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

/** An object with only these fields; `required` lists those that must be present. */
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
