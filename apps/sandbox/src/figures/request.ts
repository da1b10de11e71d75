import { isObject } from '../json.ts'
import { isDay } from './calendar.ts'
import type { Figure } from './index.ts'

/** What `POST /person/figures` asks for, besides `network`. */
export interface FiguresRequest {
  /** The account's handle; undefined: the network's default account. */
  as: string | undefined
  /** A Page, by id, username or name; networks with Pages only. */
  page: string | undefined
  /** A post or video, by id. */
  post: string | undefined
  /** `YYYY-MM-DD`; undefined: the newest day that the network reports. */
  date: string | undefined
  set: [name: string, figure: Figure][]
}

function textOf(body: Record<string, unknown>, name: string): string | undefined {
  const value = body[name]
  if (value === undefined) return undefined
  if (typeof value !== 'string' || value === '') throw new RangeError(`${name}: a non-empty string`)
  return value
}

/** Every value of a JSON object is a figure: a number, a text, a list or an object of figures. */
function isFigures(set: unknown): set is Record<string, Figure> {
  return isObject(set)
}

/**
 * Reads the body of `POST /person/figures`. `names` are the fields that `set` may hold. Throws `RangeError` for anything else.
 */
export function readFiguresRequest(body: Record<string, unknown>, names: readonly string[]): FiguresRequest {
  const { set } = body
  if (!isFigures(set)) throw new RangeError('set: an object of figures')
  const figures = Object.entries(set)
  const unknown = figures.find(([name]) => !names.includes(name))
  if (unknown !== undefined) throw new RangeError(`set.${unknown[0]}: expected one of ${names.join(', ')}`)
  const date = textOf(body, 'date')
  if (date !== undefined && !isDay(date)) throw new RangeError('date: a day as YYYY-MM-DD')
  return { as: textOf(body, 'as'), page: textOf(body, 'page'), post: textOf(body, 'post'), date, set: figures }
}
