import { alerts, burnRates, burnWindows, runbookOf, type ServiceLevel, serviceLevels } from '@carillon/service'
import { stringify } from 'yaml'

interface Rule {
  record?: string
  alert?: string
  expr: string
  for?: string
  labels?: Record<string, string>
  annotations?: Record<string, string>
}

/** The page of a service level's runbook: one for its three alerts. */
export const burnAlertOf = (name: string): string => `${name[0]?.toUpperCase()}${name.slice(1)}Budget`

const ratioOf = (name: string, range: string): string => `carillon:${name}:bad_ratio:${range}`

function over({ bad, all }: ServiceLevel, range: string): string {
  const within = (text: string) => text.replaceAll('$range', range)
  return `(${within(bad)}) / (${within(all)} > 0)`
}

function recorded([name, level]: [string, ServiceLevel]): Rule[] {
  return burnWindows.map((range) => ({ record: ratioOf(name, range), expr: over(level, range) }))
}

function burning([name, { title, objective }]: [string, ServiceLevel]): Rule[] {
  const budget = Number((1 - objective).toFixed(6))
  return burnRates.map((rate) => {
    const above = (range: string) => `${ratioOf(name, range)} > ${rate.factor} * ${budget}`
    return {
      alert: `Carillon${burnAlertOf(name)}${rate.name}`,
      expr: `${above(rate.long)} and ${above(rate.short)}`,
      for: rate.for,
      labels: { severity: rate.severity },
      annotations: {
        summary: `${title}: the error budget is used ${rate.factor} times as fast as it lasts`,
        runbook: runbookOf(burnAlertOf(name)),
      },
    }
  })
}

/** The rules of Prometheus, as YAML. */
export function prometheusRules(): string {
  const levels = Object.entries<ServiceLevel>(serviceLevels)
  const causes = Object.entries(alerts).map(([name, alert]) => ({
    alert: `Carillon${name}`,
    expr: alert.expr,
    for: alert.for,
    labels: { severity: alert.severity },
    annotations: { summary: alert.summary, description: alert.means, runbook: runbookOf(name) },
  }))
  const groups = [
    { name: 'carillon-promises', interval: '1m', rules: levels.flatMap(recorded) },
    { name: 'carillon-budgets', interval: '1m', rules: levels.flatMap(burning) },
    { name: 'carillon-causes', interval: '30s', rules: causes },
  ]
  const head = '# Written by scripts/write-reference.ts from the tables of alerts and promises; change those.\n'
  return head + stringify({ groups }, { lineWidth: 0 })
}
