import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The rules as an installation has them. */
export const rulesPath = join(import.meta.dirname, '../../../../../infra/observability/prometheus/carillon.rules.yaml')

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

function divided(count: string, unit: string, factor: number): string {
  const ms = Number(count) * (unitMs[unit as keyof typeof unitMs] ?? Number.NaN)
  return `${Math.round(ms / factor)}ms`
}

/** Where rules contain a duration: how long a condition has to hold, ranges, offsets, and how often rules are evaluated. */
const durations = [
  /(for: )(\d+)([smhd])/g,
  /(interval: )(\d+)([smhd])/g,
  /(\[)(\d+)([smhd])(?=\])/g,
  /(offset )(\d+)([smhd])\b/g,
]

/** What grows while something does not happen: how long work has waited, and how much of it. */
const backlogs = /(carillon_(?:\w+_oldest_due_seconds|events_waiting)\) > )(\d+)/g

/**
 * The rules for an installation whose time runs faster by a factor: durations are divided by it, and so are limits of
 * backlogs, which grow with time. Shares, and limits that the processes themselves have, stay as they are.
 */
export function scaledRules(factor: number, text = readFileSync(rulesPath, 'utf8')): string {
  const scaled = durations.reduce(
    (rules, pattern) =>
      rules.replaceAll(pattern, (_all, head, count, unit) => `${head}${divided(count, unit, factor)}`),
    text,
  )
  return scaled.replaceAll(backlogs, (_all, head, limit) => `${head}${Number(limit) / factor}`)
}
