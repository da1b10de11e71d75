import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from 'chai'

const entry = JSON.stringify(new URL('../src/index.ts', import.meta.url).href)

/** A process whose drain ends when it is told so. It tells when it drains and which signals have arrived. */
const script = `
  const { drainOnSignal } = await import(${entry})
  const { promise: drained, resolve, reject } = Promise.withResolvers()
  const drain = () => { process.send('draining'); return drained }
  drainOnSignal({ drain, onFailed: ({ message }) => process.exit(Number(message)) })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.send(signal))
  process.on('message', (name) => name === 'drained' ? resolve() : reject(new Error('7')))
  process.send('ready')
`

describe('a process that is asked to end', () => {
  let child: ChildProcess
  beforeEach(async () => {
    const args = ['--input-type=module', '--eval', script]
    child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    await once(child, 'message')
  })
  afterEach(() => child.kill('SIGKILL'))

  /** Sends signals, each when the one before has arrived. Returns the messages of the process. */
  async function send(...signals: NodeJS.Signals[]): Promise<string[]> {
    const messages: string[] = []
    for (const signal of signals) {
      child.kill(signal)
      do messages.push(String((await once(child, 'message'))[0]))
      while (messages.at(-1) !== signal)
    }
    return messages
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    it(`ends after its drain at ${signal}`, async () => {
      expect(await send(signal)).to.deep.equal(['draining', signal])
      child.send('drained')
      expect(await once(child, 'exit')).to.deep.equal([0, null])
    })
  }

  it('drains on if the terminal, the shell and a supervisor ask for it, too', async () => {
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGHUP'] as const
    expect(await send(...signals)).to.deep.equal(['draining', ...signals])
    child.send('drained')
    expect(await once(child, 'exit')).to.deep.equal([0, null])
  })

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    it(`ends at once at a second ${signal}`, async () => {
      await send(signal)
      child.kill(signal)
      expect(await once(child, 'exit')).to.deep.equal([1, null])
    })
  }

  it('ends as it is told if its drain fails', async () => {
    await send('SIGTERM')
    child.send('failed')
    expect(await once(child, 'exit')).to.deep.equal([7, null])
  })
})
