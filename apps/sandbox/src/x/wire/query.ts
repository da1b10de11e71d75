import { type Issue, invalidRequest } from './problem.ts'

/** Checks the value of a query parameter. Returns undefined if it is valid, otherwise X's error message. */
export type QueryRule = (value: string, name: string) => string | undefined

/** The query parameters of an endpoint. Those in `required` must be present. */
export interface QueryRules {
  parameters: Record<string, QueryRule>
  required?: readonly string[]
}

/** Returns the rule for an integer from `min` to `max`, inclusive. */
export function between(min: number, max: number): QueryRule {
  return (value, name) =>
    /^[0-9]+$/.test(value) && Number(value) >= min && Number(value) <= max
      ? undefined
      : `The \`${name}\` query parameter value [${value}] is not between ${min} and ${max}`
}

/** Returns the rule for a value that matches a pattern. */
export function matching(pattern: RegExp): QueryRule {
  return (value, name) =>
    pattern.test(value)
      ? undefined
      : `The \`${name}\` query parameter value [${value}] does not match ${pattern.source}`
}

/**
 * Returns the rule for a comma-separated list of at most `max` values without repetition, each of which is in `allowed`
 * or matches it.
 */
export function listOf(allowed: readonly string[] | RegExp, max = Number.POSITIVE_INFINITY): QueryRule {
  const known = (part: string) => (allowed instanceof RegExp ? allowed.test(part) : allowed.includes(part))
  return (value, name) => {
    const parts = value.split(',')
    const wrong = parts.find((part) => !known(part))
    const said = allowed instanceof RegExp ? allowed.source : `one of [${allowed.join(',')}]`
    if (wrong !== undefined) return `The \`${name}\` query parameter value [${wrong}] is not ${said}`
    if (parts.length > max)
      return `The \`${name}\` query parameter holds ${parts.length} values, at most ${max} are allowed`
    return new Set(parts).size === parts.length ? undefined : `The \`${name}\` query parameter repeats a value`
  }
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

/** The rule for a time in the format `YYYY-MM-DDTHH:mm:ssZ`, in which the seconds may have decimal places. */
export const moment: QueryRule = (value, name) =>
  MOMENT.test(value) && !Number.isNaN(Date.parse(value))
    ? undefined
    : `The \`${name}\` query parameter value [${value}] is not a valid date-time, as YYYY-MM-DDTHH:mm:ssZ`

/**
 * Returns the values of a query, keyed by parameter.
 * @throws Problem 400 that lists all parameters that are unknown, repeated, invalid, or required and missing
 */
export function readQuery(search: URLSearchParams, { parameters, required = [] }: QueryRules): Record<string, string> {
  const issues: Issue[] = []
  const complain = (name: string, message: string) => {
    issues.push({ message, parameters: { [name]: search.getAll(name) } })
  }
  for (const name of new Set(search.keys())) {
    const rule = Object.hasOwn(parameters, name) ? parameters[name] : undefined
    const values = search.getAll(name)
    if (rule === undefined) {
      complain(name, `The query parameter [${name}] is not one of [${Object.keys(parameters).join(',')}]`)
    } else if (values.length > 1) complain(name, `The query parameter [${name}] is there ${values.length} times`)
    else {
      const message = rule(values[0] ?? '', name)
      if (message !== undefined) complain(name, message)
    }
  }
  for (const name of required) {
    if (!search.has(name)) complain(name, `The \`${name}\` query parameter can not be empty`)
  }
  if (issues.length > 0) throw invalidRequest(issues)
  return Object.fromEntries(search)
}
