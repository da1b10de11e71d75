import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { endTracing, startTracing } from '@carillon/log'
import { expect } from 'chai'
import { inCallSpan } from '../src/call-span.ts'

interface ExportedSpan {
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  status?: { code?: number }
}

describe('the span of a call', () => {
  const spans: ExportedSpan[] = []
  let collector: Server
  before(async () => {
    collector = createServer(async (request, response) => {
      for (const { scopeSpans } of JSON.parse(await text(request)).resourceSpans)
        for (const scope of scopeSpans) spans.push(...scope.spans)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
    await once(collector.listen(0, '127.0.0.1'), 'listening')
    process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
    await startTracing({ name: 'test', version: '0.0.0', ratio: 0 })
  })
  after(async () => {
    await endTracing()
    collector.close()
    delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT']
  })

  it('has failed, so that it is exported without being sampled, from the status 400 on or if the call throws', async () => {
    const call = (operation: string, made: () => Promise<{ status: number }>) =>
      inCallSpan({ network: 'example', operation }, made)
    for (const status of [200, 302, 399, 400, 404, 503])
      expect(await call(`of ${status}`, async () => ({ status }))).to.deep.equal({ status })
    const error = new Error('no response')
    expect(await call('of none', () => Promise.reject(error)).catch((thrown: unknown) => thrown)).to.equal(error)
    await endTracing()
    const operationOf = ({ attributes }: ExportedSpan) =>
      attributes.find(({ value }) => value.stringValue?.startsWith('of '))?.value.stringValue
    expect(spans.map(operationOf)).to.have.members(['of 400', 'of 404', 'of 503', 'of none'])
    expect(new Set(spans.map(({ status }) => status?.code))).to.deep.equal(new Set([2]))
  })
})
