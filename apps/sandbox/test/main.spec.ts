import { type ChildProcess, fork } from 'node:child_process'
import { on, once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'

interface Ready {
  type: string
  url: string
  bluesky: { pdsUrl: string }
  baseUrls: Record<string, string>
}

/** The message with which a sandbox says that it answers; it says earlier where its networks will be. */
async function untilReady(child: ChildProcess): Promise<Ready> {
  for await (const [message] of on(child, 'message') as AsyncIterable<[Ready]>) {
    if (message.type === 'ready') return message
  }
  throw new Error('it ended before it was ready')
}

describe('the sandbox as a process', function () {
  // A process of its own loads everything anew, on a machine that may be busy.
  this.timeout(120_000)

  let child: ChildProcess
  function start(port: string, seed = '') {
    child = fork(new URL('../src/main.ts', import.meta.url), {
      env: { ...process.env, SANDBOX_PORT: port, SANDBOX_SEED: seed },
      silent: true,
    })
    return child
  }
  afterEach(() => void child.kill('SIGKILL'))

  it('takes a free port when its own is busy, says where it is, and stops cleanly', async () => {
    const busy = createServer()
    await new Promise<void>((done) => busy.listen(0, '127.0.0.1', done))
    const port = String((busy.address() as AddressInfo).port)
    start(port, '5')
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
    })
    const ready = await untilReady(child)
    expect(new URL(ready.url).port).not.to.equal(port)
    expect((await fetch(`${ready.url}/healthz`)).status).to.equal(200)
    expect((await fetch(`${ready.bluesky.pdsUrl}/xrpc/_health`)).status).to.equal(200)
    expect(ready.baseUrls['bluesky']).to.equal(`${ready.url}/bluesky`)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).to.deep.equal([0, null])
    const [line] = output.trim().split('\n')
    expect(JSON.parse(line ?? '')).to.include({ app: 'sandbox', event: 'ready', url: ready.url, seed: 5 })
    busy.close()
  })

  for (const [moment, reached] of [
    ['has started', untilReady],
    ['is starting', (starting: ChildProcess) => once(starting, 'message')],
  ] as const) {
    it(`stops when whoever started it goes away while it ${moment}`, async () => {
      await reached(start('0'))
      child.disconnect()
      expect(await once(child, 'exit')).to.deep.equal([0, null])
    })
  }
})
