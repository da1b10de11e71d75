import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { figureOf, type Row } from '../measure.ts'

const root = join(import.meta.dirname, '../../..')
const rounds = 5

/** Runs `npm start` until it says that it is ready, and ends it. Seconds until ready. */
async function startOnce(dataDir: string): Promise<number> {
  const began = performance.now()
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir }
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...env, GATEWAY_PORT: '0', SANDBOX_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A terminal's interrupt reaches every process of it, and so does ours.
    detached: true,
  })
  const gone = new Promise((done) => child.once('exit', done))
  let printed = ''
  for await (const piece of child.stdout.setEncoding('utf8')) {
    printed += piece
    if (printed.includes('Carillon is ready.')) break
  }
  const seconds = (performance.now() - began) / 1000
  if (!printed.includes('Carillon is ready.')) throw new Error(`npm start ended before it was ready:\n${printed}`)
  child.kill('SIGTERM')
  await gone
  return seconds
}

export const start: Row = {
  id: 'start',
  about: '`npm start` on an installation that was started before: database, migrations, four processes',
  bars: [
    { figure: 'first start', unit: 's' },
    { figure: 'later starts', unit: 's', atMost: 3 },
  ],
  async run() {
    const dataDir = mkdtempSync(join(tmpdir(), 'carillon-bench-start-'))
    try {
      const first = await startOnce(dataDir)
      const later = []
      for (let round = 0; round < rounds; round++) later.push(await startOnce(dataDir))
      return { 'first start': figureOf([first]), 'later starts': figureOf(later) }
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
}
