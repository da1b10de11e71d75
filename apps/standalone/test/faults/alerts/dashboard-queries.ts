import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Prometheus } from './prometheus.ts'

const folder = join(import.meta.dirname, '../../../../../infra/observability/grafana')

/** Metrics that have no series in an installation without a standby of the database. */
const ofStandbys = ['carillon_database_standbys', 'carillon_database_standby_lag_seconds']

interface Panel {
  title: string
  targets: { expr: string }[]
}

interface DashboardQuery {
  /** The dashboard, the panel and the query as the dashboard has it. */
  name: string
  /** The query without the variables of Grafana. */
  expr: string
}

/** Every query of every panel of the dashboards. */
function dashboardQueries(rateInterval = '1m'): DashboardQuery[] {
  return readdirSync(folder).flatMap((file) => {
    const { title: dashboard, panels }: { title: string; panels: Panel[] } = JSON.parse(
      readFileSync(join(folder, file), 'utf8'),
    )
    return panels.flatMap(({ title, targets }) =>
      targets.map(({ expr }) => ({
        name: `${dashboard}: ${title}: ${expr}`,
        expr: expr.replaceAll('$__rate_interval', rateInterval).replaceAll('$operation', '.*'),
      })),
    )
  })
}

/** The queries that fail, or that had no series at any time in the last hour. */
export async function emptyQueries(prometheus: Pick<Prometheus, 'count'>): Promise<string[]> {
  const empty: string[] = []
  for (const { name, expr } of dashboardQueries()) {
    if (ofStandbys.some((metric) => expr.includes(metric))) continue
    const series = await prometheus.count(`count_over_time((${expr})[1h:10s])`).catch((error: Error) => error.message)
    if (series === 0) empty.push(`${name}: no series`)
    if (typeof series === 'string') empty.push(`${name}: ${series}`)
  }
  return empty
}
