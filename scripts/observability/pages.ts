import {
  type Alert,
  alerts,
  burnRates,
  burnWindows,
  metricRows,
  periodDays,
  runbookOf,
  type ServiceLevel,
  serviceLevels,
} from '@carillon/service'
import { burnAlertOf } from './rules.ts'

const written = '<!-- Written by scripts/write-reference.ts from the tables; change those. -->'

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}

const percent = (share: number): string => `${Number((share * 100).toFixed(4))} %`

/** Minutes of a period in which everything may be bad. */
const minutesOf = (objective: number): number => Math.round((1 - objective) * periodDays * 24 * 60)

/** The page of the service level objectives. */
export function sloPage(): string {
  const levels = Object.entries<ServiceLevel>(serviceLevels)
  const rows = levels.map(([name, { title, objective }]) => {
    const page = runbookOf(burnAlertOf(name)).replace('docs/', '')
    return [title, percent(objective), `${minutesOf(objective)} minutes`, `[runbook](${page})`]
  })
  const rates = burnRates.map(({ factor, long, short, severity, for: wait }) => [
    `${factor} ×`,
    `${long} and ${short}`,
    wait,
    severity,
  ])
  const queries = levels.map(
    ([, { title, why, bad, all }]) =>
      `### ${title}\n\n${why}\n\n\`\`\`promql\n# bad\n${bad.replaceAll('$range', '30d')}\n# all\n${all.replaceAll('$range', '30d')}\n\`\`\``,
  )
  return `${written}

# Service level objectives

What an installation of Carillon promises to its clients, measured by its own metrics over ${periodDays} days. The error
budget is the share that may be bad; the third column shows it as time in which everything fails.

${table(['Promise', 'Objective', 'Error budget', ''], rows)}

[prometheus/carillon.rules.yaml](../infra/observability/prometheus/carillon.rules.yaml) records the share of what was bad
over ${burnWindows.join(', ')}, and alerts when a budget is used up too fast. Both windows have to be above the factor:
the long one, so that a short failure does not page anybody, and the short one, so that the alert ends soon after the
failure.

${table(['Factor', 'Windows', 'For', 'Severity'], rates)}

At 14.4 times, 2 % of the budget is used in an hour. [Monitoring](operating.md#monitoring) lists the other alerts and
explains how to set them up.

## Queries

${queries.join('\n\n')}
`
}

function causePage([name, { severity, summary, means, first, cure, expr, for: wait }]: [string, Alert]): string {
  return `${written}

# ${name}

${summary.replaceAll(/\{\{ \$(?:labels\.)?(\w+) \}\}/g, '`$1`')}. Severity: ${severity}, after ${wait}.

**Meaning**: ${means}

**First command**: \`npm run ${first}\`, or \`docker compose run --rm admin ${first.replace('admin -- ', '')}\`

${cure.map((step, index) => `${index + 1}. ${step}`).join('\n')}

The condition:

\`\`\`promql
${expr}
\`\`\`
`
}

function budgetPage([name, { title, why, objective }]: [string, ServiceLevel]): string {
  return `${written}

# ${burnAlertOf(name)}

${title}: the error budget of ${percent(1 - objective)} is used up too fast. See [the objectives](../slo.md).

**Meaning**: ${why}

**First command**: \`npm run admin -- doctor\`, or \`docker compose run --rm admin doctor\`

1. Look which other alerts fire; their pages lead to the cause.
2. Open the dashboard *Overview* at the time when the share of what is bad rose, and compare it with the last deployment.
3. If a social network is the cause, nothing has to be done: writes are looked up and go on when it is back.
`
}

/** The runbooks by their paths. */
export function runbooks(): Record<string, string> {
  return Object.fromEntries([
    ...Object.entries<Alert>(alerts).map((entry) => [runbookOf(entry[0]), causePage(entry)]),
    ...Object.entries<ServiceLevel>(serviceLevels).map((entry) => [
      runbookOf(burnAlertOf(entry[0])),
      budgetPage(entry),
    ]),
  ])
}

/** The reference page of all metrics of Carillon's own. */
export function metricsPage(): string {
  const rows = metricRows().map(({ name, type, labels, help, processes }) => [
    `\`${name}\``,
    type,
    labels.map((label) => `\`${label}\``).join(', '),
    help,
    processes,
  ])
  return `${written}

# Metrics

Gateways serve them at \`/metrics\`, workers at \`/metrics\` on \`WORKER_PORT\`, in the text format of Prometheus. Values of
labels are names from tables: networks, operations, statuses, tasks. There are no ids and no names of customers. Metrics
of Node (\`process_…\`, \`nodejs_…\`) come with them, the delay of the event loop among them.

${table(['Metric', 'Type', 'Labels', 'Meaning', 'On'], rows)}
`
}
