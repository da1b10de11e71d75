import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ownPort } from '@carillon/testkit'

/** Whether a program of Prometheus is installed on this machine. */
export const isInstalled = (program: 'prometheus' | 'promtool'): boolean =>
  spawnSync(program, ['--version']).status === 0

export interface ActiveAlert {
  name: string
  labels: Readonly<Record<string, string>>
  isFiring: boolean
  /** Since when its condition has held, by the clock of this machine in ms. */
  since: number
}

export interface Prometheus {
  url: string
  /** The alerts whose condition holds now. */
  alerts(): Promise<ActiveAlert[]>
  /** The number of series that a query returns now; throws if it fails. */
  count(query: string): Promise<number>
  /** How many series of an alert have fired since a time. */
  stop(): Promise<void>
}

export interface PrometheusOptions {
  dir: string
  rules: string
  /** Host and port of each process, by the name of the job. */
  targets: Readonly<Record<string, readonly string[]>>
  /** Seconds between two scrapes, and between two evaluations of the rules. */
  scrapeSeconds: number
  evaluationSeconds: number
}

// JSON is YAML.
const configOf = ({ targets, scrapeSeconds, evaluationSeconds }: PrometheusOptions, rulesPath: string) =>
  JSON.stringify({
    global: {
      ...{ scrape_interval: `${scrapeSeconds}s`, scrape_timeout: `${Math.min(scrapeSeconds, 10)}s` },
      evaluation_interval: `${evaluationSeconds}s`,
    },
    rule_files: [rulesPath],
    scrape_configs: Object.entries(targets).map(([name, urls]) => ({
      job_name: name,
      static_configs: [{ targets: urls }],
    })),
  })

async function get(url: string) {
  const response = await fetch(url, { signal: AbortSignal.timeout(20_000) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`)
  return JSON.parse(text).data
}

async function untilReady(url: string, child: ChildProcess, logPath: string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`Prometheus has ended, see ${logPath}`)
    const ready = await fetch(`${url}/-/ready`).catch(() => null)
    if (ready?.ok) return
    await sleep(100)
  }
}

/** A Prometheus that scrapes these processes. */
export async function startPrometheus(options: PrometheusOptions): Promise<Prometheus> {
  const dir = join(options.dir, 'prometheus')
  mkdirSync(dir, { recursive: true })
  const [rules, config, logPath] = ['rules.yaml', 'config.yaml', 'log'].map((name) => join(dir, name)) as [
    string,
    string,
    string,
  ]
  writeFileSync(rules, options.rules)
  writeFileSync(config, configOf(options, rules))
  const port = await ownPort()
  const log = openSync(logPath, 'a')
  const flags = [
    ...[`--config.file=${config}`, `--storage.tsdb.path=${join(dir, 'data')}`],
    ...[`--web.listen-address=127.0.0.1:${port}`, '--log.level=warn'],
  ]
  const child = spawn('prometheus', flags, { stdio: ['ignore', log, log] })
  const url = `http://127.0.0.1:${port}`
  await untilReady(url, child, logPath)
  return {
    url,
    async alerts() {
      const { alerts } = await get(`${url}/api/v1/alerts`)
      return alerts.map(
        ({ labels, state, activeAt }: { labels: Record<string, string>; state: string; activeAt: string }) => ({
          ...{ name: labels['alertname'] ?? '', labels, isFiring: state === 'firing', since: Date.parse(activeAt) },
        }),
      )
    },
    async count(query) {
      const { result } = await get(`${url}/api/v1/query?query=${encodeURIComponent(query)}`)
      return result.length
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGTERM')
      await ended
    },
  }
}
