import { type AdverseHost, faultNames, withAdverseHost } from '@carillon/testkit'
import { expect } from 'chai'
import { type Outbound, OutboundError, type OutboundOptions } from '../src/index.ts'
import { collectingOutbound, failure } from './peer.ts'

const MIB = 1024 * 1024
const LOOPBACK = { address: '127.0.0.1', family: 4 }
const labels = { network: 'example', operation: 'media.fetch' }
const limitsFor = ({ deadlineMs }: AdverseHost) => ({ timeoutMs: deadlineMs, maxBytes: MIB })

/** Guarded calls reach the host on loopback under any host name. */
function toLoopback(host: AdverseHost, more: Partial<OutboundOptions> = {}): Partial<OutboundOptions> {
  const permits = (address: string) => address === LOOPBACK.address
  const agentOptions = { connectTimeoutMs: host.deadlineMs }
  return { resolve: async () => [LOOPBACK], permits, portOf: () => host.port, agentOptions, ...more }
}

interface Way {
  name: string
  call(outbound: Outbound, host: AdverseHost): Promise<unknown>
  hostOf(host: AdverseHost): string
}

/** Each way in which the product calls a named host. */
const ways: Way[] = [
  {
    name: 'a guarded call',
    call: async (outbound, host) =>
      (await outbound.guarded({ ...labels, ...limitsFor(host), url: 'https://cdn.example.com/a.png' })).bytes(),
    hostOf: () => 'cdn.example.com',
  },
  {
    name: 'a guarded POST, as to a receiver of webhooks',
    call: async (outbound, host) => {
      const request = {
        ...labels,
        ...limitsFor(host),
        method: 'POST',
        body: JSON.stringify({ event: 'post.published' }),
      }
      return (await outbound.guarded({ ...request, url: 'https://hooks.example.com/', redirect: 'error' })).bytes()
    },
    hostOf: () => 'hooks.example.com',
  },
  {
    name: 'a call to a configured host',
    call: (outbound, host) => outbound.request({ ...labels, ...limitsFor(host), method: 'GET', url: host.origin }),
    hostOf: ({ port }) => `localhost:${port}`,
  },
  {
    name: 'a write to a configured host',
    call: (outbound, host) =>
      outbound.request({
        ...labels,
        ...limitsFor(host),
        method: 'POST',
        body: Buffer.alloc(64 * 1024),
        url: host.origin,
      }),
    hostOf: ({ port }) => `localhost:${port}`,
  },
]

/** Whether the TLS connection comes about, so that a request can have been sent. */
const connects = ({ fault: { layer, certificate } }: AdverseHost) => layer === 'tls' && certificate === undefined

for (const way of ways) {
  describe(`${way.name} to a host that`, () => {
    for (const name of faultNames()) {
      it(`${name}, fails with what the host did`, () =>
        withAdverseHost(name, async (host) => {
          const { outbound, records } = collectingOutbound(toLoopback(host))
          const before = process.memoryUsage().rss
          try {
            const error = await failure(way.call(outbound, host))
            expect(error).to.be.instanceOf(OutboundError)
            const { kind, sent, problem } = error as OutboundError
            expect(kind, error.message).to.equal(host.fault.ends)
            if (!connects(host)) expect(sent).to.equal(false)
            if (kind !== 'too_large') expect(problem).to.include(way.hostOf(host))
            if (host.fault.says) expect(problem).to.include(`the certificate of ${way.hostOf(host)} ${host.fault.says}`)
            expect(problem ?? '').to.not.include(LOOPBACK.address)
            expect(records).to.have.lengthOf(1)
            if (kind === 'too_large') expect(process.memoryUsage().rss - before).to.be.below(100 * MIB)
            await host.allClosed()
          } finally {
            await outbound.close()
          }
        }))
    }
  })
}

describe('a host whose IP address changes', () => {
  for (const later of ['127.0.0.2', '10.0.0.7', '169.254.169.254', '::1']) {
    it(`is not called again once it has become ${later}`, () =>
      withAdverseHost('ends the body before its length', async (host) => {
        const addresses = [LOOPBACK, { address: later, family: later.includes(':') ? 6 : 4 }]
        const resolve = async () => addresses.splice(0, 1)
        const { outbound } = collectingOutbound(toLoopback(host, { resolve }))
        const call = async () =>
          (await outbound.guarded({ ...labels, ...limitsFor(host), url: 'https://cdn.example.com/a.png' })).bytes()
        expect(await failure(call())).to.include({ kind: 'network', sent: true })
        expect(await failure(call())).to.include({ kind: 'rejected_address', sent: false, problem: undefined })
        await outbound.close()
      }))
  }
})
