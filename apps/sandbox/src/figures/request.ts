import { allowFields } from '../comments/actions.ts'
import { isObject } from '../json.ts'
import { isDay } from './calendar.ts'
import type { Figure } from './index.ts'

/** The body of `POST /person/figures`, which sets metrics, without `network`. */
export interface FiguresRequest {
  /** The handle of the account; undefined for the network's default account. */
  as: string | undefined
  /** The id, username or name of a Page, on networks with Pages; undefined if the request does not name one. */
  page: string | undefined
  /** The id of a post or video; undefined for metrics of the account. */
  post: string | undefined
  /** The day, YYYY-MM-DD; undefined for the newest day that the network reports. */
  date: string | undefined
  set: [name: string, figure: Figure][]
}

function textOf(body: Record<string, unknown>, name: string): string | undefined {
  const value = body[name]
  if (value === undefined) return undefined
  if (typeof value !== 'string' || value === '') throw new RangeError(`${name}: a non-empty string`)
  return value
}

/** Returns whether a value is a JSON object. Every JSON value can be that of a metric. */
function isFigures(set: unknown): set is Record<string, Figure> {
  return isObject(set)
}

/**
 * Validates the body of `POST /person/figures` and returns its fields; `set` becomes a list of names and values.
 * @param known `names`: the metrics that `set` can contain; `fields`: the fields besides `set` that the network uses
 * @throws RangeError that names the invalid or unknown field
 */
export function readFiguresRequest(
  body: Record<string, unknown>,
  { names, fields }: { names: readonly string[]; fields: readonly (keyof FiguresRequest)[] },
): FiguresRequest {
  allowFields(body, [...fields, 'set'])
  const { set } = body
  if (!isFigures(set)) throw new RangeError('set: an object of figures')
  const figures = Object.entries(set)
  const unknown = figures.find(([name]) => !names.includes(name))
  if (unknown !== undefined) throw new RangeError(`set.${unknown[0]}: expected one of ${names.join(', ')}`)
  const date = textOf(body, 'date')
  if (date !== undefined && !isDay(date)) throw new RangeError('date: a day as YYYY-MM-DD')
  return { as: textOf(body, 'as'), page: textOf(body, 'page'), post: textOf(body, 'post'), date, set: figures }
}
