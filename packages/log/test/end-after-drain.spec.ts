import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from 'chai'

const entry = JSON.stringify(new URL('../src/index.ts', import.meta.url).href)

/** A process whose drain ends when it is told so, and in which errors escape from a request on demand. */
const script = `
  const { createLogger, endAfterDrain, inJob, inRequest } = await import(${entry})
  const drained = Promise.withResolvers()
  const log = createLogger({ name: 'test', level: 'info' })
  endAfterDrain({ log, drain: () => { process.send('draining'); return drained.promise } })
  const escape = () => setImmediate(() => { throw new Error('escaped') })
  const acts = {
    drained: drained.resolve,
    request: () => inRequest('request-1', escape),
    job: () => inJob({ task: 'write.run', jobId: '7' }, () => inRequest('request-2', escape)),
    reject: () => inRequest('request-3', async () => { Promise.reject(new Error('lost')) }),
  }
  process.on('message', (name) => acts[name]())
  process.send('ready')
`

interface Line {
  level: string
  message: string
}

describe('a process in which an error escapes', () => {
  let child: ChildProcess
  let log: string
  beforeEach(async () => {
    const args = ['--input-type=module', '--eval', script]
    child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
    log = ''
    child.stdout?.on('data', (chunk) => {
      log += chunk
    })
    await once(child, 'message')
  })
  afterEach(() => child.kill('SIGKILL'))

  const fatal = () =>
    log
      .trim()
      .split('\n')
      .map((line): Line => JSON.parse(line))
      .filter(({ level }) => level === 'fatal')

  async function after(...acts: string[]): Promise<Line[]> {
    const closed = once(child, 'close')
    for (const act of acts) child.send(act)
    expect(await closed).to.deep.equal([1, null])
    return fatal()
  }

  it('ends after its drain, with the id of the request that the error escaped from', async () => {
    const lines = await after('request', 'drained')
    expect(lines).to.have.length(1)
    expect(lines[0]).to.include({ message: 'unexpected error, ending the process', requestId: 'request-1' })
  })

  it('names the job, and the request that the job worked on', async () => {
    const [line] = await after('job', 'drained')
    expect(line).to.include({ task: 'write.run', jobId: '7', requestId: 'request-2' })
  })

  it('counts a rejected promise that nothing handles as such an error', async () => {
    const [line] = await after('reject', 'drained')
    expect(line).to.include({ requestId: 'request-3' })
  })

  it('ends at once at the second error, although its drain has not ended', async () => {
    const draining = once(child, 'message')
    child.send('request')
    await draining
    expect(child.exitCode).to.equal(null)
    expect(await after('job')).to.have.length(1)
  })
})
