import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { childEnv, freshDatabase } from '@carillon/testkit'
import { expect } from 'chai'

const program = join(import.meta.dirname, '../../../cli/src/main.ts')
const standalone = join(import.meta.dirname, '../../src/main.ts')

/** A folder as that of the sources, whose `npm start` starts those of this workspace without installing anything. */
async function sourcesIn(folder: string): Promise<string> {
  for (const name of ['apps/standalone/src', 'scripts']) await mkdir(join(folder, name), { recursive: true })
  await writeFile(join(folder, 'apps/standalone/src/main.ts'), '')
  await writeFile(join(folder, 'scripts/run.mjs'), `await import(${JSON.stringify(standalone)})\n`)
  return folder
}

describe('carillon dev', function () {
  this.timeout(600_000)
  let dir: string
  let fresh: Awaited<ReturnType<typeof freshDatabase>>
  let child: ChildProcess | undefined
  before(async () => {
    ;[dir, fresh] = await Promise.all([mkdtemp(join(tmpdir(), 'carillon-dev-')), freshDatabase()])
  })
  after(async () => {
    child?.kill('SIGKILL')
    await fresh?.drop()
    await rm(dir, { recursive: true, force: true })
  })

  it('starts Carillon, connects, publishes, prints events, and ends all of it with Ctrl-C', async () => {
    const ports = { GATEWAY_PORT: '0', SANDBOX_PORT: '0', DATA_DIR: join(dir, '.carillon'), DATABASE_URL: fresh.url }
    const homes = { XDG_CONFIG_HOME: join(dir, 'home'), XDG_STATE_HOME: join(dir, 'home') }
    const started = spawn(process.execPath, [program, 'dev', '--platform', 'x'], {
      cwd: await sourcesIn(join(dir, 'carillon')),
      env: { ...childEnv, ...ports, ...homes, LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    const words = text(started.stderr)
    const events: { type: string; data: { text: string } }[] = []
    for await (const line of createInterface(started.stdout)) {
      events.push(JSON.parse(line))
      if (events.at(-1)?.type === 'publish.published') break
    }
    expect(events.at(-1)?.data.text).to.match(/^Published with `carillon dev`\./)
    started.kill('SIGINT')
    const [code] = await once(started, 'exit')
    const said = await words
    expect(code, said).to.equal(0)
    expect(said).to.include('Connected: x ').and.to.include('Published: ')
    const [, url = ''] = /^Dashboard: (\S+)/m.exec(said) ?? []
    expect(url, said).to.match(/^http/)
    expect(await fetch(url).catch(() => 'gone'), said).to.equal('gone')
  })
})
