import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { processorTime } from '../machine.ts'
import { figureOf, type Row } from '../measure.ts'

const root = join(import.meta.dirname, '../../..')
const rounds = 5

/** What is printed when the API can be used, and when everything else can be, too. */
const readyLines = { gateway: 'Carillon is ready.', all: 'The sandbox is ready.' } as const

interface Started {
  /** Seconds until the gateway takes requests, and until the sandbox does, too. */
  gateway: number
  all: number
  /** Seconds of processor time of all processes until then. */
  cpu: number
}

/** Runs `npm start` in a folder until everything is ready, and ends it. */
async function startOnce(folder: string, dataDir: string): Promise<Started> {
  const began = performance.now()
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir }
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...env, GATEWAY_PORT: '0', SANDBOX_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A terminal's interrupt reaches every process of it, and so does ours.
    detached: true,
  })
  const gone = new Promise((done) => child.once('exit', done))
  const seconds = () => (performance.now() - began) / 1000
  let printed = ''
  let gateway: number | undefined
  for await (const piece of child.stdout.setEncoding('utf8')) {
    printed += piece
    if (printed.includes(readyLines.gateway)) gateway ??= seconds()
    if (printed.includes(readyLines.all)) break
  }
  const all = seconds()
  const cpu = processorTime(child.pid ?? 0) / 1000
  child.kill('SIGTERM')
  await gone
  if (gateway === undefined || !printed.includes(readyLines.all)) {
    throw new Error(`npm start exited before it was ready:\n${printed}`)
  }
  return { gateway, all, cpu }
}

export const start: Row = {
  id: 'start',
  about: '`npm start` on an installation that was started before: database, migrations, four processes',
  bars: [
    { figure: 'later starts', unit: 's', atMost: 3 },
    { figure: 'processor time', unit: 's', atMost: 5 },
    { figure: 'sandbox ready', unit: 's' },
    { figure: 'with a new data directory', unit: 's' },
  ],
  async run() {
    const dataDir = mkdtempSync(join(tmpdir(), 'carillon-bench-start-'))
    try {
      const first = await startOnce(root, dataDir)
      const later = []
      for (let round = 0; round < rounds; round++) later.push(await startOnce(root, dataDir))
      return {
        'later starts': figureOf(later.map(({ gateway }) => gateway)),
        'processor time': figureOf(later.map(({ cpu }) => cpu)),
        'sandbox ready': figureOf(later.map(({ all }) => all)),
        'with a new data directory': figureOf([first.gateway]),
      }
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
}

export const install: Row = {
  id: 'install',
  about:
    '`npm start` in a fresh clone, with the packages in the cache of this machine: installing, compiling, starting',
  bars: [
    { figure: 'until ready', unit: 's', atMost: 20 },
    { figure: 'sandbox ready', unit: 's' },
    { figure: 'processor time', unit: 's' },
  ],
  async run() {
    const dir = mkdtempSync(join(tmpdir(), 'carillon-bench-install-'))
    try {
      const clone = join(dir, 'clone')
      const { status, stderr } = spawnSync('git', ['clone', '--quiet', root, clone], { encoding: 'utf8' })
      if (status !== 0) throw new Error(`git clone: ${stderr}`)
      const { gateway, all, cpu } = await startOnce(clone, join(dir, 'data'))
      return {
        'until ready': figureOf([gateway]),
        'sandbox ready': figureOf([all]),
        'processor time': figureOf([cpu]),
      }
    } finally {
      rmSync(dir, { recursive: true, force: true })
    }
  },
}
