import { eventLoopDelay, serviceLevels } from '@carillon/service'

interface Panel {
  title: string
  /** In PromQL, with the legend of its series. */
  queries: readonly (readonly [expr: string, legend: string])[]
  unit?: 's' | 'percentunit' | 'short' | 'reqps' | 'bytes' | 'ops'
}

interface Dashboard {
  title: string
  about: string
  panels: readonly Panel[]
}

const requests = 'carillon_http_request_duration_seconds'
const calls = 'carillon_network_call_duration_seconds'
const writes = 'carillon_write_duration_seconds'
const rate = (metric: string) => `rate(${metric}[$__rate_interval])`
const quantile = (share: number, metric: string, by = '') =>
  `histogram_quantile(${share}, sum by (le${by && `, ${by}`}) (${rate(`${metric}_bucket`)}))`

const budgets: Panel = {
  title: 'Error budgets used (1 is as fast as they last)',
  queries: Object.entries(serviceLevels).map(([name, { objective }]) => [
    `carillon:${name}:bad_ratio:1h / ${Number((1 - objective).toFixed(6))}`,
    name,
  ]),
}

const dashboards: Readonly<Record<string, Dashboard>> = {
  overview: {
    title: 'Carillon: overview',
    about: 'Promises, requests, publishes and deliveries.',
    panels: [
      budgets,
      { title: 'Requests', unit: 'reqps', queries: [[`sum by (status) (${rate(`${requests}_count`)})`, '{{status}}']] },
      {
        title: 'Duration of requests',
        unit: 's',
        queries: [
          [quantile(0.5, requests), 'p50'],
          [quantile(0.99, requests), 'p99'],
        ],
      },
      {
        title: 'Publishes that ended',
        unit: 'ops',
        queries: [[`sum by (status) (rate(${writes}_count{kind="publish"}[$__rate_interval]))`, '{{status}}']],
      },
      {
        title: 'From due to ended',
        unit: 's',
        queries: [[quantile(0.95, writes, 'network'), '{{network}}']],
      },
      {
        title: 'Deliveries',
        unit: 'ops',
        queries: [[`sum by (outcome) (${rate('carillon_webhook_deliveries_total')})`, '{{outcome}}']],
      },
      {
        title: 'Errors by code',
        unit: 'ops',
        queries: [[`sum by (code) (${rate('carillon_errors_total')})`, '{{code}}']],
      },
    ],
  },
  networks: {
    title: 'Carillon: social networks',
    about: 'Calls to the networks as this installation sees them.',
    panels: [
      { title: 'Calls', unit: 'ops', queries: [[`sum by (network) (${rate(`${calls}_count`)})`, '{{network}}']] },
      {
        title: 'Calls that failed or were throttled',
        unit: 'ops',
        queries: [
          [
            `sum by (network, outcome) (rate(${calls}_count{outcome!~"[234]xx"}[$__rate_interval]))`,
            '{{network}} {{outcome}}',
          ],
        ],
      },
      { title: 'Duration, p95', unit: 's', queries: [[quantile(0.95, calls, 'network'), '{{network}}']] },
      {
        title: 'Slowest operations, p95',
        unit: 's',
        queries: [[`topk(10, ${quantile(0.95, calls, 'network, operation')})`, '{{network}} {{operation}}']],
      },
      {
        title: 'Token refreshes',
        unit: 'ops',
        queries: [[`sum by (outcome) (${rate('carillon_token_refreshes_total')})`, '{{outcome}}']],
      },
      {
        title: 'Accounts to reconnect, and overdue tokens',
        queries: [
          ['max by (network) (carillon_accounts_to_reconnect)', '{{network}}'],
          ['max by (servers) (carillon_tokens_overdue)', 'overdue, server of the {{servers}}'],
        ],
      },
      { title: 'Drift', queries: [['sum by (network) (increase(carillon_drift_total[1h]))', '{{network}}']] },
    ],
  },
  queue: {
    title: 'Carillon: queue and journal',
    about: 'Jobs, writes that are open, events and deliveries that wait.',
    panels: [
      { title: 'Jobs', queries: [['max by (state) (carillon_queue_jobs)', '{{state}}']] },
      { title: 'Due jobs by task', queries: [['max by (task) (carillon_queue_due_jobs)', '{{task}}']] },
      { title: 'Oldest due job', unit: 's', queries: [['max(carillon_queue_oldest_due_seconds)', 'oldest']] },
      {
        title: 'Writes that are open or unknown',
        queries: [['max by (kind, status) (carillon_external_writes) > 0', '{{kind}} {{status}}']],
      },
      {
        title: 'Duration of jobs, p95',
        unit: 's',
        queries: [[quantile(0.95, 'carillon_job_duration_seconds', 'task'), '{{task}}']],
      },
      {
        title: 'Calls that cannot be taken back',
        unit: 'ops',
        queries: [[`sum by (outcome) (${rate('carillon_write_attempts_total')})`, '{{outcome}}']],
      },
      {
        title: 'Events without a place, and the oldest due delivery',
        queries: [
          ['max(carillon_events_waiting)', 'events'],
          ['max(carillon_webhook_oldest_due_seconds)', 'oldest delivery in s'],
        ],
      },
    ],
  },
  operations: {
    title: 'Carillon: one operation',
    about: 'Requests of one operation of the API. What one organization did is in the log and on its page *Requests*.',
    panels: [
      {
        title: 'Requests',
        unit: 'reqps',
        queries: [
          [`sum by (status) (rate(${requests}_count{operation=~"$operation"}[$__rate_interval]))`, '{{status}}'],
        ],
      },
      {
        title: 'Duration',
        unit: 's',
        queries: [0.5, 0.95, 0.99].map((share) => [
          `histogram_quantile(${share}, sum by (le) (rate(${requests}_bucket{operation=~"$operation"}[$__rate_interval])))`,
          `p${share * 100}`,
        ]),
      },
      {
        title: 'Errors',
        unit: 'ops',
        queries: [
          [`sum by (code) (rate(carillon_errors_total{operation=~"$operation"}[$__rate_interval]))`, '{{code}}'],
        ],
      },
    ],
  },
  database: {
    title: 'Carillon: database and processes',
    about: 'Connections, standbys, memory and event loops.',
    panels: [
      { title: 'Database reached', queries: [['carillon_database_up', '{{instance}}']] },
      {
        title: 'Connections',
        queries: [['carillon_database_connections', '{{instance}} {{state}}']],
      },
      { title: 'Callers that wait for one', queries: [['carillon_database_waiting', '{{instance}}']] },
      {
        title: 'Standbys',
        queries: [
          ['max by (state) (carillon_database_standbys)', '{{state}}'],
          ['max(carillon_database_timeline)', 'timeline'],
        ],
      },
      {
        title: 'Lag of standbys',
        unit: 's',
        queries: [['max by (state) (carillon_database_standby_lag_seconds)', '{{state}}']],
      },
      { title: 'Event loop, p99', unit: 's', queries: [[eventLoopDelay, '{{instance}}']] },
      { title: 'Resident memory', unit: 'bytes', queries: [['process_resident_memory_bytes', '{{instance}}']] },
      { title: 'Processor', unit: 'short', queries: [[rate('process_cpu_seconds_total'), '{{instance}}']] },
    ],
  },
}

/** The data source that the viewer chooses. */
const datasource = { type: 'prometheus', uid: '$datasource' }

const variables = {
  datasource: { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' },
  operation: {
    ...{
      name: 'operation',
      label: 'Operation',
      type: 'query',
      datasource,
      refresh: 2,
      includeAll: true,
      allValue: '.*',
    },
    query: `label_values(${requests}_count, operation)`,
  },
}

function panelOf({ title, queries, unit = 'short' }: Panel, index: number): object {
  return {
    id: index + 1,
    title,
    type: 'timeseries',
    datasource,
    gridPos: { h: 8, w: 12, x: (index % 2) * 12, y: Math.floor(index / 2) * 8 },
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    targets: queries.map(([expr, legendFormat], query) => ({
      refId: String.fromCharCode(65 + query),
      datasource,
      expr,
      legendFormat,
    })),
  }
}

/** Dashboards of Grafana as JSON, by the names of their files. */
export function grafanaDashboards(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(dashboards).map(([name, { title, about, panels }]) => {
      const isByOperation = panels.some(({ queries }) => queries.some(([expr]) => expr.includes('$operation')))
      const list = [variables.datasource, ...(isByOperation ? [variables.operation] : [])]
      const dashboard = {
        ...{ uid: `carillon-${name}`, title, description: about, tags: ['carillon'], schemaVersion: 39 },
        ...{ time: { from: 'now-6h', to: 'now' }, refresh: '30s', templating: { list }, panels: panels.map(panelOf) },
      }
      return [`${name}.json`, `${JSON.stringify(dashboard, null, 2)}\n`]
    }),
  )
}
