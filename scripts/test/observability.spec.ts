import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { alerts, metricRows, serviceLevels } from '@carillon/service'
import { expect } from 'chai'
import { parse } from 'yaml'
import { grafanaDashboards } from '../observability/dashboards.ts'
import { prometheusRules } from '../observability/rules.ts'

const root = join(import.meta.dirname, '../..')
const rules = join(root, 'infra/observability/prometheus/carillon.rules.yaml')

interface Rule {
  alert?: string
  record?: string
  expr: string
  annotations?: { runbook: string }
}

const allRules: Rule[] = parse(prometheusRules()).groups.flatMap(({ rules: of }: { rules: Rule[] }) => of)

/** Names of metrics that do not come from Carillon's tables: those of Node and of Prometheus itself. */
const foreign = /^(?:process_|nodejs_|up$|absent$)/

/** The metrics in an expression; labels are in braces, and functions are followed by a parenthesis. */
function metricsIn(expr: string): string[] {
  const bare = expr
    .replaceAll(/\{[^}]*\}/g, '')
    .replaceAll(/\[[^\]]*\]|\boffset \w+/g, '')
    .replaceAll(/\b(?:by|on|without)\s*\([^)]*\)/g, '')
  return [...bare.matchAll(/[a-z][\w:]*(?!\s*\()\b(?!\()/g)]
    .map(([name]) => name)
    .filter((name) => !/^(?:and|or|unless|topk|by|le|network|operation|standby)$/.test(name))
}

describe('rules and dashboards', () => {
  const known = new Set(
    metricRows().flatMap(({ name, type }) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  )
  const recorded = new Set(allRules.flatMap(({ record }) => record ?? []))
  const isKnown = (name: string) => known.has(name) || recorded.has(name) || foreign.test(name)

  it('name only metrics that exist', () => {
    const queries = Object.values(grafanaDashboards()).flatMap((text) =>
      JSON.parse(text).panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
        targets.map(({ expr }) => expr),
      ),
    )
    const named = [...allRules.map(({ expr }) => expr), ...queries].flatMap(metricsIn)
    expect(named).to.have.length.above(100)
    expect(named.filter((name) => !isKnown(name))).to.deep.equal([])
  })

  it('lead from every alert to its runbook', () => {
    const pages = new Set(readdirSync(join(root, 'docs/runbooks')).map((name) => `docs/runbooks/${name}`))
    const alerting = allRules.filter(({ alert }) => alert !== undefined)
    expect(alerting).to.have.length(Object.keys(alerts).length + 3 * Object.keys(serviceLevels).length)
    for (const { alert, annotations } of alerting) expect(pages, alert).to.include(annotations?.runbook)
  })

  it('are those of infra/observability', () => {
    expect(readFileSync(rules, 'utf8')).to.equal(prometheusRules())
  })
})
