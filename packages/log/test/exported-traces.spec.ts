import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { endTracing, startTracing } from '../src/index.ts'
import { inSpan } from '../src/tracing/spans.ts'

describe('the traces of a process', () => {
  it('go to the collector of its settings, also if the environment names it by a file', async () => {
    const collector = createServer((request, response) => {
      request.resume()
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
    collector.listen(0, '127.0.0.1')
    await once(collector, 'listening')
    const { port } = collector.address() as AddressInfo
    for (const endpoint of [`http://127.0.0.1:${port}`, `http://127.0.0.1:${port}/otlp/`]) {
      const path = once(collector, 'request').then(([{ url }]) => url)
      await startTracing({ name: 'test', version: '0.0.0', ratio: 1, endpoint })
      await inSpan('job', async () => {})
      await endTracing()
      expect(await path).to.equal(endpoint.endsWith('/') ? '/otlp/v1/traces' : '/v1/traces')
    }
    collector.close()
  })
})
