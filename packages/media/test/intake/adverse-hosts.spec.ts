import { ServiceError } from '@carillon/errors'
import { createOutbound } from '@carillon/outbound'
import { type AdverseHost, faultNames, withAdverseHost } from '@carillon/testkit'
import { assert } from 'chai'
import { fetchMedia } from '../../src/intake/url.ts'
import { MemoryStore } from '../memory-store.ts'

const MIB = 1024 * 1024
const log = { info() {}, infoSoon() {}, warn() {} }

async function fetchFrom({ port, deadlineMs }: AdverseHost) {
  const store = new MemoryStore()
  const outbound = createOutbound({
    log,
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    permits: () => true,
    portOf: () => port,
    agentOptions: { connectTimeoutMs: deadlineMs },
  })
  const call = { network: 'example', operation: 'media.fetch', timeoutMs: 120_000, maxBytes: MIB + 1 }
  try {
    const fetched = fetchMedia({
      url: 'https://cdn.example.com/a.png',
      fetch: (url, { signal }) => outbound.guarded({ ...call, url, signal }),
      store,
      maxBytes: MIB,
      limits: () => ({
        maxBytes: MIB,
        maxMs: deadlineMs * 2,
        responseMs: deadlineMs,
        pace: { bytes: 1000, everyMs: deadlineMs },
      }),
      signal: new AbortController().signal,
      random: () => 0,
      code: 'invalid_media',
      item: 'media[0]',
    })
    const failure = await fetched.catch((error: unknown) => error)
    return { failure, stored: store.files.size + store.opened }
  } finally {
    await outbound.close()
  }
}

describe('fetching media from a host that', () => {
  for (const name of faultNames()) {
    it(`${name}, says which host and what it did`, () =>
      withAdverseHost(name, async (host) => {
        const { failure, stored } = await fetchFrom(host)
        assert.instanceOf(failure, ServiceError)
        assert.equal(failure.code, 'invalid_media')
        assert.equal(stored, 0)
        assert.match(failure.message, /^media\[0\]: .+\.$/)
        if (host.fault.ends === 'too_large') assert.include(failure.message, `at most ${MIB} bytes`)
        else assert.include(failure.message, 'cdn.example.com')
        assert.include(failure.message, host.fault.says ?? '')
        assert.notInclude(failure.message, '127.0.0.1')
      }))
  }
})
