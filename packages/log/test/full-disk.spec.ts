import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'

const entry = JSON.stringify(new URL('../src/index.ts', import.meta.url).href)

/** A process that writes one log line for each message, and says afterwards that it still runs. */
const script = `
  const { createLogger, endAfterDrain } = await import(${entry})
  const log = createLogger({ name: 'test', level: 'info' })
  endAfterDrain({ log, drain: async () => {} })
  process.on('message', () => {
    log.info({}, 'a line')
    setImmediate(() => process.send('runs'))
  })
  process.send('ready')
`

describe('a process whose log cannot be written', () => {
  const dir = mkdtempSync(join(tmpdir(), 'carillon-log-'))
  const path = join(dir, 'log')
  let child: ChildProcess
  afterEach(() => child.kill('SIGKILL'))
  after(() => rmSync(dir, { recursive: true }))

  /** Starts the process with a redirection of its standard output. No file of it can grow beyond one block. */
  async function start(redirection: string): Promise<void> {
    const shell = `trap '' XFSZ; ulimit -f 1; exec "$0" --input-type=module --eval "$1" ${redirection}`
    const args = ['-c', shell, process.execPath, script, path]
    child = spawn('/bin/sh', args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    await once(child, 'message')
  }

  async function writeLine(): Promise<unknown> {
    const next = Promise.race([once(child, 'message'), once(child, 'exit')])
    child.send('line')
    return (await next)[0]
  }

  it('loses lines while the file is full, and writes them again afterwards', async () => {
    writeFileSync(path, ' '.repeat(8192))
    await start('>> "$2"')
    for (let lines = 0; lines < 3; lines++) expect(await writeLine()).to.equal('runs')
    truncateSync(path)
    expect(await writeLine()).to.equal('runs')
    const [line = ''] = readFileSync(path, 'utf8').trim().split('\n')
    expect(JSON.parse(line)).to.include({ name: 'test', message: 'a line' })
  })

  it('goes on where its output takes no lines at all', async () => {
    writeFileSync(path, '')
    await start('1< "$2"')
    for (let lines = 0; lines < 3; lines++) expect(await writeLine()).to.equal('runs')
  })
})
