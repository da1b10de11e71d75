import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from 'chai'

const entry = JSON.stringify(new URL('../src/index.ts', import.meta.url).href)

/** A process that watches its event loop at short intervals, and blocks it on demand. */
const script = `
  const { createLogger, endWhenBlocked } = await import(${entry})
  const log = createLogger({ name: 'test', level: 'info' })
  endWhenBlocked({ log, name: 'test', level: process.argv[1], everyMs: 50, maxStill: 40 })
  const acts = {
    loop: () => { for (;;); },
    wait: () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
    turn: async () => {
      for (let turns = 0; turns < 100; turns++) await new Promise((done) => setTimeout(done, 50))
      process.send('turned')
    },
    leave: () => process.disconnect(),
  }
  process.on('message', (name) => acts[name]())
  process.send('ready')
`

describe('a process that watches its event loop', () => {
  let child: ChildProcess
  let log = ''

  async function start(level = 'info'): Promise<void> {
    const args = ['--input-type=module', '--eval', script, level]
    child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
    log = ''
    child.stdout?.on('data', (chunk) => {
      log += chunk
    })
    await once(child, 'message')
  }
  afterEach(() => child.kill('SIGKILL'))

  async function after(act: string): Promise<unknown[]> {
    const closed = once(child, 'close')
    child.send(act)
    return closed
  }

  it('is ended when it is blocked by a call that does not return, with one fatal line', async () => {
    await start()
    expect(await after('wait')).to.deep.equal([null, 'SIGKILL'])
    expect(JSON.parse(log)).to.include({
      level: 'fatal',
      name: 'test',
      pid: child.pid,
      message: 'event loop blocked, ending the process',
    })
  })

  it('is ended when it loops, without a line where nothing is logged', async () => {
    await start('silent')
    expect(await after('loop')).to.deep.equal([null, 'SIGKILL'])
    expect(log).to.equal('')
  })

  it('is not ended while its event loop turns, for longer than it may be blocked', async () => {
    await start()
    const turned = once(child, 'message')
    child.send('turn')
    expect(await turned).to.have.property('0', 'turned')
  })

  it('ends by itself when nothing is left to do', async () => {
    await start()
    expect(await after('leave')).to.deep.equal([0, null])
  })
})
