import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from '@carillon/client'
import { expect } from 'chai'
import { attemptIdOf } from '../nodes/Carillon/request-id.ts'

describe('the request id of the next attempt of a write', () => {
  /** The attempt after `failures` failed ones, of a service that rejects ids as its contract says. */
  async function attemptAfter(failures: number, requestId: string): Promise<string> {
    let left = failures
    const server = createServer((req, res) => {
      const asked = new URL(req.url ?? '', 'http://localhost').searchParams.get('requestId') ?? ''
      if (!/^[A-Za-z0-9._-]{1,128}$/.test(asked)) {
        const error = { code: 'invalid_request', message: `${asked.length} characters` }
        return void res.writeHead(400).end(JSON.stringify({ error }))
      }
      res.end(JSON.stringify({ writes: left-- > 0 ? [{ status: 'failed' }] : [] }))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return attemptIdOf(createClient({ baseUrl, apiKey: 'key-1' }), requestId).finally(() => server.close())
  }

  it('is the id itself until it has failed, then with a number', async () => {
    expect(await attemptAfter(0, 'order-1')).to.equal('order-1')
    expect(await attemptAfter(1, 'order-1')).to.equal('order-1.2')
    expect(await attemptAfter(9, 'x'.repeat(125))).to.equal(`${'x'.repeat(125)}.10`)
  })

  for (const length of [127, 128]) {
    it(`is not longer than the service accepts: after ${length} characters`, async () => {
      const id = 'x'.repeat(length)
      expect(await attemptAfter(0, id)).to.equal(id)
      const [second, third] = [await attemptAfter(1, id), await attemptAfter(2, id)]
      expect(second).to.match(/^n8n-[0-9a-f]{40}$/)
      expect(third)
        .to.match(/^n8n-[0-9a-f]{40}$/)
        .and.not.equal(second)
      expect(await attemptAfter(1, id)).to.equal(second)
      expect(await attemptAfter(1, `y${id.slice(1)}`)).to.not.equal(second)
    })
  }
})
