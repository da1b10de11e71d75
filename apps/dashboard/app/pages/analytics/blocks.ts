import { isByHour, isHidden, keyWords, labelOf, type Unit, unitOf } from './labels.ts'

type Value = string | number | boolean | null
export type Fields = Readonly<Record<string, unknown>>

export interface Figure {
  name: string
  label: string
  value: Value
  unit: Unit | undefined
  /** The value for the range of the same length before; null if it was not reported, absent if nothing is compared. */
  before?: number | null
}

export interface Share {
  label: string
  value: number
}

export type DayRow = Fields & { date: string }

/**
 * A part of a report, by the shape of its data. Of `figures`, `facts` are texts, dates and yes/no values, and `tiles`
 * are numbers; `hours` has 24 values; `missing` is a list that was empty.
 */
export type Block = { title: string } & (
  | { kind: 'figures'; facts: Figure[]; tiles: Figure[] }
  | { kind: 'days'; rows: DayRow[] }
  | { kind: 'shares'; shares: Share[]; unit: Unit | undefined }
  | { kind: 'hours'; values: (number | null)[] }
  | { kind: 'table'; rows: Fields[] }
  | { kind: 'missing' }
)

/** A part that contains no other parts: any kind but days and tables. */
export type PlainBlock = Exclude<Block, { kind: 'days' | 'table' }>

export const isPlain = (block: Block): block is PlainBlock => block.kind !== 'days' && block.kind !== 'table'

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isValue = (value: unknown): value is Value =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)
const isText = (unit: Unit | undefined) => unit === 'text' || unit === 'link' || unit === 'time'

/** The figures of an object, including those of nested objects, in order; lists and hidden fields are left out. */
export function figuresOf(fields: Fields): Figure[] {
  return Object.entries(fields).flatMap(([name, value]): Figure[] => {
    if (isHidden(name)) return []
    if (isValue(value)) return [{ name, label: labelOf(name), value, unit: unitOf(name) }]
    return isFields(value) ? figuresOf(value) : []
  })
}

const isDay = (item: Fields): item is DayRow => typeof item['date'] === 'string'

/**
 * The shares of a list whose items each have one number and any number of texts, such as a country and its percentage;
 * null for any other list.
 */
function sharesOf(name: string, items: readonly Fields[]): Share[] | null {
  const shares = items.map((item) => {
    const values = Object.values(item)
    const numbers = values.filter((value) => typeof value === 'number')
    const texts = values.filter((value) => typeof value === 'string')
    const [value] = numbers
    if (value === undefined || numbers.length > 1 || numbers.length + texts.length < values.length) return null
    return { label: texts.map((text) => keyWords(name, text)).join(', '), value }
  })
  return shares.includes(null) ? null : shares.filter((share) => share !== null)
}

/**
 * The figures of a list of the form `{name, values: [{value}]}`, of which the first value counts; null for any other
 * list.
 */
function totalsOf(items: readonly Fields[]): Figure[] | null {
  const figures = items.map(({ name, values }): Figure | null => {
    if (typeof name !== 'string' || !Array.isArray(values)) return null
    const [first] = values.filter(isFields)
    const value = first?.['value']
    return { name, label: labelOf(name), value: typeof value === 'number' ? value : null, unit: undefined }
  })
  return figures.includes(null) ? null : figures.filter((figure) => figure !== null)
}

const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** 24 values, one for each hour whose number is the label of a share; null for other hours. */
const byHour = (shares: readonly Share[]): (number | null)[] =>
  hours.map((hour) => shares.find(({ label }) => Number(label) === hour)?.value ?? null)

/** The shares, the largest first; if a label begins with a digit, such as an age, they keep their order. */
const ranked = (shares: Share[]): Share[] =>
  shares.some(({ label }) => /^\d/.test(label)) ? shares : shares.toSorted((a, b) => b.value - a.value)

/** The unit of a list of shares: that of the list's name, otherwise a fraction if its items have a `percentage`. */
const shareUnit = (name: string, [first]: readonly Fields[]): Unit | undefined =>
  unitOf(name) ?? (first && 'percentage' in first ? 'fraction' : undefined)

export function blockOfList(name: string, list: readonly unknown[]): Block {
  const title = labelOf(name)
  const items = list.filter(isFields)
  if (items.length === 0) return { kind: 'missing', title }
  if (items.every(isDay)) return { kind: 'days', title, rows: items }
  const totals = totalsOf(items)
  if (totals) return { kind: 'figures', title, facts: [], tiles: totals }
  const shares = sharesOf(name, items)
  if (shares && isByHour(name)) return { kind: 'hours', title, values: byHour(shares) }
  if (shares) return { kind: 'shares', title, shares: ranked(shares), unit: shareUnit(name, items) }
  return { kind: 'table', title, rows: items }
}

/**
 * A report, or a part of it, as blocks: one with its own figures, if any, under `title`, then those of its lists and
 * nested objects, in order; hidden fields are left out.
 */
export function blocksOf(fields: Fields, title: string): Block[] {
  const shown = Object.entries(fields).filter(([name]) => !isHidden(name))
  const own = figuresOf(Object.fromEntries(shown.filter(([, value]) => isValue(value))))
  const facts = own.filter(({ unit, value }) => isText(unit) || typeof value === 'string' || typeof value === 'boolean')
  const tiles = own.filter((figure) => !facts.includes(figure))
  const inner = shown.flatMap(([name, value]): Block[] => {
    if (Array.isArray(value)) return [blockOfList(name, value)]
    return isFields(value) ? blocksOf(value, labelOf(name)) : []
  })
  return [...(own.length > 0 ? [{ kind: 'figures', title, facts, tiles } as const] : []), ...inner]
}

/** The lists within an object and its nested objects, as blocks; other fields are left out. */
export function listsOf(fields: Fields): Block[] {
  return Object.entries(fields).flatMap(([name, value]): Block[] => {
    if (Array.isArray(value)) return [blockOfList(name, value)]
    return isFields(value) ? listsOf(value) : []
  })
}
