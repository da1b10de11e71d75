import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'

interface Ready {
  type: string
  url: string
  bluesky: { pdsUrl: string }
  baseUrls: Record<string, string>
}

describe('the sandbox as a process', function () {
  // A process of its own loads everything anew, on a machine that may be busy.
  this.timeout(30_000)

  it('takes a free port when its own is busy, says where it is, and stops cleanly', async () => {
    const busy = createServer()
    await new Promise<void>((done) => busy.listen(0, '127.0.0.1', done))
    const port = String((busy.address() as AddressInfo).port)
    const child = fork(new URL('../src/main.ts', import.meta.url), {
      env: { ...process.env, SANDBOX_PORT: port, SANDBOX_SEED: '5' },
      silent: true,
    })
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
    })
    const [ready] = (await once(child, 'message')) as [Ready]
    expect(ready.type).to.equal('ready')
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

  it('stops when whoever started it goes away', async () => {
    const child = fork(new URL('../src/main.ts', import.meta.url), {
      env: { ...process.env, SANDBOX_PORT: '0' },
      silent: true,
    })
    await once(child, 'message')
    child.disconnect()
    expect((await once(child, 'exit'))[0]).to.equal(0)
  })
})
