import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { alerts, metricRows, serviceLevels } from '@carillon/service'
import { expect } from 'chai'
import { parse, stringify } from 'yaml'
import { grafanaDashboards } from '../observability/dashboards.ts'
import { prometheusRules } from '../observability/rules.ts'
import { calm, scenes } from './observability/scenes.ts'

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
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/\b(?:by|on|without)\s*\([^)]*\)/g, '')
  return [...bare.matchAll(/[a-z][\w:]*(?!\s*\()\b(?!\()/g)]
    .map(([name]) => name)
    .filter((name) => !/^(?:and|or|unless|topk|by|le|network|operation)$/.test(name))
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

  it('have a scene for every alert', () => {
    const shown = new Set(scenes.flatMap(({ firing }) => firing))
    expect(allRules.flatMap(({ alert }) => alert ?? []).filter((name) => !shown.has(name))).to.deep.equal([])
  })
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0

describe('alerts in Prometheus itself', () => {
  let folder: string
  before(function () {
    // Prometheus comes with the machine or not at all.
    if (!hasPromtool) this.skip()
    folder = mkdtempSync(join(tmpdir(), 'carillon-rules-'))
  })
  after(() => folder && rmSync(folder, { recursive: true }))

  for (const { name, series, minutes, firing } of [calm, ...scenes]) {
    it(`${name}: ${firing.length === 0 ? 'none' : firing.join(', ')}`, () => {
      const expected = [...firing].sort().map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 }))
      const test = {
        rule_files: [rules],
        evaluation_interval: '1m',
        tests: [
          {
            interval: '1m',
            input_series: Object.entries({ ...calm.series, ...series }).map(([one, values]) => ({
              series: one,
              values,
            })),
            promql_expr_test: [
              {
                expr: 'max by (alertname) (ALERTS{alertstate="firing"})',
                eval_time: `${minutes}m`,
                exp_samples: expected,
              },
            ],
          },
        ],
      }
      const file = join(folder, 'test.yaml')
      writeFileSync(file, stringify(test, { lineWidth: 0 }))
      const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
      expect(status, `${stdout}${stderr}`).to.equal(0)
    })
  }

  it('accepts the rules', () => {
    expect(readFileSync(rules, 'utf8')).to.equal(prometheusRules())
    const { status, stdout } = spawnSync('promtool', ['check', 'rules', rules], { encoding: 'utf8' })
    expect(status, stdout).to.equal(0)
  })
})
