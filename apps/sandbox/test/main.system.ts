import { type ChildProcess, fork } from 'node:child_process'
import { on, once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { networkNames } from '../src/networks.ts'

interface Ready {
  type: string
  url: string
  startsOnFirstUse: { network: string; title: string }[]
  bluesky: { pdsUrl: string }
  baseUrls: Record<string, string>
}

/** The message with which a sandbox reports that it accepts requests. */
async function untilReady(child: ChildProcess): Promise<Ready> {
  for await (const [message] of on(child, 'message') as AsyncIterable<[Ready]>) {
    if (message.type === 'ready') return message
  }
  throw new Error('it exited before it was ready')
}

/** Waits until a process takes calls, and makes one that starts a server. */
async function untilFirstUse(child: ChildProcess): Promise<void> {
  const { bluesky } = await untilReady(child)
  fetch(`${bluesky.pdsUrl}/xrpc/_health`).catch(() => {})
}

describe('the sandbox as a process', function () {
  // A process of its own loads everything again, on a machine that may be busy.
  this.timeout(900_000)

  let child: ChildProcess
  function start(port: string, env: Record<string, string> = {}) {
    child = fork(new URL('../src/main.ts', import.meta.url), {
      env: { ...process.env, SANDBOX_PORT: port, ...env },
      silent: true,
    })
    return child
  }
  afterEach(() => void child.kill('SIGKILL'))

  it('takes a free port when its own is busy, says where it is, and stops cleanly', async () => {
    const busy = createServer()
    await new Promise<void>((done) => busy.listen(0, '127.0.0.1', done))
    const port = String((busy.address() as AddressInfo).port)
    start(port, { SANDBOX_SEED: '5' })
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
    })
    const ready = await untilReady(child)
    expect(new URL(ready.url).port).not.to.equal(port)
    expect((await fetch(`${ready.url}/healthz`)).status).to.equal(200)
    expect((await fetch(`${ready.bluesky.pdsUrl}/xrpc/_health`)).status).to.equal(200)
    expect(ready.baseUrls['bluesky']).to.equal(`${ready.url}/bluesky`)
    expect(ready.startsOnFirstUse).to.deep.equal([{ network: 'bluesky', title: 'Bluesky' }])
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).to.deep.equal([0, null])
    const [line] = output.trim().split('\n')
    expect(JSON.parse(line ?? '')).to.include({ app: 'sandbox', event: 'ready', url: ready.url, seed: 5 })
    busy.close()
  })

  it('starts the networks that are chosen, and none when one of them does not exist', async () => {
    start('0', { SANDBOX_NETWORKS: 'x,youtube' })
    const ready = await untilReady(child)
    expect(Object.keys(ready.baseUrls)).to.deep.equal(['x', 'youtube'])
    expect(ready.startsOnFirstUse).to.deep.equal([])
    child.kill('SIGTERM')
    await once(child, 'exit')
    start('0', { SANDBOX_NETWORKS: 'x,myspace' })
    let errors = ''
    child.stderr?.on('data', (chunk) => {
      errors += chunk
    })
    const [code] = await once(child, 'close')
    expect(code).to.equal(1)
    expect(errors).to.contain(`${networkNames.join(', ')}, not myspace`)
  })

  for (const host of ['::1', '[::1]', ' ::1 ']) {
    it(`listens on the IPv6 address "${host}", which its URLs have in brackets`, async () => {
      const { url, baseUrls } = await untilReady(start('0', { HOST: host, SANDBOX_NETWORKS: 'x' }))
      expect(url).to.match(/^http:\/\/\[::1\]:\d+$/)
      expect(baseUrls).to.deep.equal({ x: `${url}/x` })
      expect((await fetch(`${url}/healthz`)).status).to.equal(200)
    })
  }

  for (const [moment, networks, reached] of [
    ['has started', 'x', untilReady],
    ['starts a server with its first use', 'bluesky', untilFirstUse],
  ] as const) {
    it(`stops when its parent process ends while it ${moment}`, async () => {
      await reached(start('0', { SANDBOX_NETWORKS: networks }))
      child.disconnect()
      expect(await once(child, 'exit')).to.deep.equal([0, null])
    })
  }
})
