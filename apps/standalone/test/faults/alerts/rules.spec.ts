import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FAULT_NAMES } from '@carillon/sandbox'
import { expect } from 'chai'
import { lockOf, stalls } from '../stalls/stall-table.ts'
import { alertOfAnyStall, alertOfFault } from './expected-alerts.ts'
import { isInstalled } from './prometheus.ts'
import { rulesPath, scaledRules } from './scaled-rules.ts'
import { calm, type Scene, sceneOfFault, sceneOfStall, scenes } from './scenes.ts'

const rules = readFileSync(rulesPath, 'utf8')
const alertsOf = (text: string) => [...text.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) => name)
const lock = lockOf({ schema: 'public', name: 'account' }, 9)

describe('alerts', () => {
  it('have a scene each', () => {
    const shown = new Set(scenes.flatMap(({ firing }) => firing))
    expect(alertsOf(rules)).to.have.length.above(30)
    expect(alertsOf(rules).filter((name) => !shown.has(name ?? ''))).to.deep.equal([])
  })

  it('are expected for each kind of fault and each stall', () => {
    const expected = [
      ...FAULT_NAMES.map((fault) => [fault, alertOfFault[fault]?.alert, sceneOfFault[fault]] as const),
      ...[...stalls, lock].map((stall) => [stall.name, alertOfAnyStall(stall)?.alert, sceneOfStall(stall)] as const),
    ]
    for (const [name, alert, sceneName] of expected) {
      const scene = scenes.find((one) => one.name === sceneName)
      expect(scene, `${name}: ${sceneName}`).to.not.equal(undefined)
      expect(scene?.firing, name).to.include(`Carillon${alert}`)
    }
  })
})

describe('rules of an installation whose time runs faster', () => {
  it('have every duration divided by the factor, and the limits of backlogs', () => {
    const text = [
      ...['interval: 1m', 'expr: sum(rate(x[5m])) > 5 unless x offset 1h', 'for: 15m'],
      ...['expr: max(carillon_queue_oldest_due_seconds) > 60', 'expr: carillon:requests:bad_ratio:1h > 14.4 * 0.001'],
    ]
    expect(scaledRules(20, text.join('\n')).split('\n')).to.deep.equal([
      ...['interval: 3000ms', 'expr: sum(rate(x[15000ms])) > 5 unless x offset 180000ms', 'for: 45000ms'],
      ...['expr: max(carillon_queue_oldest_due_seconds) > 3', 'expr: carillon:requests:bad_ratio:1h > 14.4 * 0.001'],
    ])
  })

  it('are all of the rules, with no duration left', () => {
    const scaled = scaledRules(20)
    expect(alertsOf(scaled)).to.deep.equal(alertsOf(rules))
    expect(scaled).to.not.match(/\[\d+[smhd]\]|(?:for|interval|offset):? \d+[smhd]\b/)
  })
})

describe('alerts in Prometheus itself', () => {
  let folder: string
  before(function () {
    // Prometheus comes with the machine or not at all.
    if (!isInstalled('promtool')) this.skip()
    folder = mkdtempSync(join(tmpdir(), 'carillon-rules-'))
  })
  after(() => folder && rmSync(folder, { recursive: true }))

  /** A test of promtool; JSON is YAML. */
  const testOf = ({ series, minutes, firing }: Scene) => ({
    interval: '1m',
    input_series: Object.entries({ ...calm.series, ...series }).map(([one, values]) => ({ series: one, values })),
    promql_expr_test: [
      {
        expr: 'max by (alertname) (ALERTS{alertstate="firing"})',
        eval_time: `${minutes}m`,
        exp_samples: [...firing].sort().map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 })),
      },
    ],
  })

  for (const scene of [calm, ...scenes]) {
    it(`${scene.name}: ${scene.firing.length === 0 ? 'none' : scene.firing.join(', ')}`, () => {
      const file = join(folder, 'test.yaml')
      const test = { rule_files: [rulesPath], evaluation_interval: '1m', tests: [testOf(scene)] }
      writeFileSync(file, JSON.stringify(test))
      const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
      expect(status, `${stdout}${stderr}`).to.equal(0)
    })
  }

  it('accepts the rules, and those whose time runs faster', () => {
    const file = join(folder, 'scaled.yaml')
    writeFileSync(file, scaledRules(20))
    for (const path of [rulesPath, file]) {
      const { status, stdout } = spawnSync('promtool', ['check', 'rules', path], { encoding: 'utf8' })
      expect(status, stdout).to.equal(0)
    }
  })
})
