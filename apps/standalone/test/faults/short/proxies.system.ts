import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { missingProgram } from '../../installed.ts'
import { changed, type ProxyName, proxyRows } from '../proxies/configurations.ts'
import { type FakeGateway, startFakeGateway } from '../proxies/fake-gateways.ts'
import { type RunningProxy, startProxy } from '../proxies/start-proxy.ts'

/** How a gateway ends the connection of a request without a response. */
const endings: Record<string, (req: IncomingMessage) => void> = {
  'with a reset after the headers': (req) => void req.socket.resetAndDestroy(),
  'with a reset after the body': (req) => void req.resume().once('end', () => req.socket.resetAndDestroy()),
  'with a close after the body': (req) => void req.resume().once('end', () => req.socket.destroy()),
}

const bodies: Record<string, string | null> = {
  'without a body': null,
  'with a small body': 'text',
  'with a large body': 'text'.repeat(500_000),
}

/** Runs with the configurations of infra/ where their programs are installed. */
describe('proxies of infra/', () => {
  it('are started only with a file that contains what is changed', () => {
    const changes = [['listen 80;', 'listen 8080;']] as const
    expect(changed('listen 80; # all', changes)).to.equal('listen 8080; # all')
    for (const text of ['', 'listen 80; listen 80;']) expect(() => changed(text, changes)).to.throw('listen 80;')
  })

  for (const name of Object.keys(proxyRows) as ProxyName[]) {
    const { program, checksReadiness, retriesBodies, waitsMs } = proxyRows[name]
    describe(name, () => {
      let dir: string
      let a: FakeGateway
      let b: FakeGateway
      let proxy: RunningProxy
      let count = 0

      /** Sends a request of its own; returns its path and the status, 0 without a response. */
      async function send(method: string, body: string | null = null): Promise<{ path: string; status: number }> {
        const path = `/api/v1/${count++}`
        const response = await fetch(`${proxy.url}${path}`, { method, body }).catch(() => null)
        await response?.arrayBuffer().catch(() => null)
        return { path, status: response?.status ?? 0 }
      }
      const arrivals = (path: string) => [a, b].map(({ arrived }) => arrived.get(path) ?? 0)

      beforeEach(async function () {
        if (missingProgram([program]) !== undefined) this.skip()
        dir = mkdtempSync(join(tmpdir(), 'carillon-proxies-'))
        a = await startFakeGateway()
        b = await startFakeGateway()
        proxy = await startProxy(name, { dir, gateways: [a.address, b.address] })
      })
      afterEach(async () => {
        await proxy?.close()
        await Promise.all([a?.stop(), b?.stop()])
        if (dir) rmSync(dir, { recursive: true })
      })

      it('uses both gateways, and shows no metrics', async () => {
        const totals = [0, 0]
        while (totals.includes(0)) {
          const { path, status } = await send('GET')
          expect(status).to.equal(200)
          arrivals(path).forEach((times, index) => {
            totals[index] = Number(totals[index]) + times
          })
        }
        expect((await fetch(`${proxy.url}/metrics`)).status).to.equal(404)
      })

      it('sends a request to the other gateway if one rejects connections', async () => {
        await a.stop()
        // No connection of a is left in the proxy after these.
        for (let times = 0; times < 4; times++) expect((await send('GET')).status).to.equal(200)
        const sent = retriesBodies ? Object.values(bodies) : [null]
        for (const body of Array.from({ length: 5 }, () => sent).flat()) {
          const { path, status } = await send('POST', body)
          expect([status, ...arrivals(path)]).to.deep.equal([200, 0, 1])
        }
      })

      // A client such as fetch does not repeat a POST if its connection over HTTP/2 ends just then.
      it('serves thousands of POSTs of one client', async () => {
        const statuses = new Set<number>()
        const client = async () => {
          for (let times = 0; times < 250; times++) statuses.add((await send('POST', 'text')).status)
        }
        await Promise.all(Array.from({ length: 16 }, client))
        expect([...statuses]).to.deep.equal([200])
      })

      for (const [how, ending] of Object.entries(endings)) {
        for (const [which, body] of Object.entries(bodies)) {
          it(`sends a POST ${which} once if its gateway ends the connection ${how}`, async () => {
            // A proxy that keeps connections uses them again.
            for (let times = 0; times < 4; times++) expect((await send('GET')).status).to.equal(200)
            a.ending = ending
            b.ending = ending
            for (let times = 0; times < 4; times++) {
              const { path, status } = await send('POST', body)
              expect(status).to.not.equal(200)
              expect(arrivals(path)).to.have.members([0, 1])
            }
          })
        }
      }

      if (waitsMs > 0) {
        it('waits with a GET until a gateway is ready, and sends a POST once or not at all', async () => {
          const gateways = [a, b]
          for (const gateway of gateways) gateway.isReady = false
          // The proxy knows by the first read, and has begun the next one.
          while (gateways.some(({ unreadyReads }) => unreadyReads < 2)) await sleep(20)
          const waiting = [send('GET'), send('POST', 'text')]
          await sleep(waitsMs / 2)
          expect(gateways.map(({ arrived }) => arrived.size)).to.deep.equal([0, 0])
          for (const gateway of gateways) gateway.isReady = true
          const [got, posted] = await Promise.all(waiting)
          expect([got?.status, posted?.status]).to.be.deep.oneOf([
            [200, 200],
            // Caddy before https://github.com/caddyserver/caddy/pull/5841 (read 2026-11-30).
            [200, 503],
          ])
          const total = arrivals(posted?.path ?? '').reduce((sum, times) => sum + times)
          expect(total).to.equal(posted?.status === 200 ? 1 : 0)
        })
      }

      if (checksReadiness) {
        it('leaves a gateway that is not ready, and returns, without a failed request', async () => {
          /** Sends requests until so many in a row were received by one gateway. */
          const until = async (gateway: FakeGateway, times: number) => {
            for (let inARow = 0; inARow < times; ) {
              const { path, status } = await send('POST', 'text')
              expect(status).to.equal(200)
              inARow = gateway.arrived.has(path) ? inARow + 1 : 0
            }
          }
          a.isReady = false
          await until(b, 10)
          a.isReady = true
          await until(a, 1)
          b.isReady = false
          await until(a, 10)
        })
      }
    })
  }
})
