import type { Installation } from './installation.ts'

/** A number with the lowest and highest of the rounds it is the median of. */
export interface Figure {
  median: number
  low: number
  high: number
}

/**
 * Units of figures that do not depend on what else the machine does: counts and memory. Others do unless their bar says
 * otherwise.
 */
const steadyUnits = ['', 'a second', 'KiB', 'MiB', 'MiB/min']

/** What one figure of a row has to be; a bar without a limit is only reported. */
export interface Bar {
  figure: string
  unit: string
  atLeast?: number
  atMost?: number
  /** Whether the figure holds on a busy machine, too, as the ratio of two processor times does. */
  steady?: boolean
}

/** Whether the figure of a bar holds on a busy machine, too. */
export const isSteady = ({ unit, steady = steadyUnits.includes(unit) }: Bar) => steady

export type Measure = Readonly<Record<string, Figure>>

export interface Row {
  id: string
  /** What is held against what. */
  about: string
  bars: readonly Bar[]
  run(installation: Installation): Promise<Measure>
}

export function figureOf(values: readonly number[]): Figure {
  if (values.length === 0) throw new Error('a figure needs at least one value')
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  const [below = 0, above = 0] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]]
  return { median: (below + above) / 2, low: sorted[0] ?? 0, high: sorted.at(-1) ?? 0 }
}

/** The value below which `share` of the values lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

type Subjects<Name extends string> = Record<Name, () => Promise<number>>

/**
 * Runs every subject once a round, after rounds that warm them up and do not count. The order turns with each round, so
 * that what slows a machine down little by little, or follows from the subject before, falls on all of them alike.
 */
export async function interleave<Name extends string>(
  subjects: Subjects<Name>,
  { rounds, warmUps = 1 }: { rounds: number; warmUps?: number },
): Promise<Record<Name, number[]>> {
  const names = Object.keys(subjects) as Name[]
  const values = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>
  for (let round = 1 - warmUps; round <= rounds; round++) {
    for (const name of round % 2 === 0 ? names.toReversed() : names) {
      const value = await subjects[name]()
      if (round > 0) values[name].push(value)
    }
  }
  return values
}

/** The ratio of each round's two values: what slowed a whole round down slowed both. */
export function ratios(subject: readonly number[], baseline: readonly number[]): number[] {
  return subject.map((value, round) => value / (baseline[round] ?? Number.NaN))
}

/** Whether a figure meets its bar; what was not measured meets none. */
export function meets({ atLeast, atMost }: Bar, figure: Figure | undefined): boolean {
  if (figure === undefined || !Number.isFinite(figure.median)) return false
  return figure.median >= (atLeast ?? -Infinity) && figure.median <= (atMost ?? Infinity)
}
