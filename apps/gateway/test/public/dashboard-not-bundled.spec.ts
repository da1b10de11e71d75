import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { NotBundledError } from '@carillon/dashboard'
import { createLogger } from '@carillon/log'
import { expect } from 'chai'
import express from 'express'
import { indexOf } from '../../src/public/dashboard.ts'

describe('the dashboard where it cannot be bundled', () => {
  const lines: string[] = []
  const log = createLogger({ name: 'test', level: 'error', destination: { write: (text) => lines.push(text) } })
  let failure: Error
  let server: Server
  before(async () => {
    server = createServer(
      express().get(
        '/dashboard',
        indexOf(() => Promise.reject(failure), { log }),
      ),
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  after(() => server.close())
  const page = () => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/dashboard`)

  it('says what to do, and logs each failure once', async () => {
    failure = new NotBundledError('The dashboard could not be bundled.', { cause: new Error('EROFS: read-only') })
    for (const _ of [1, 2]) {
      const response = await page()
      expect(response.status).to.equal(503)
      expect(Number(response.headers.get('retry-after'))).to.be.greaterThan(0)
      expect(await response.text()).to.contain('npm run bundle')
    }
    expect(lines).to.have.length(1)
    expect(lines[0]).to.contain('dashboard not bundled').and.to.contain('EROFS')
    failure = new NotBundledError('The dashboard could not be bundled.', { cause: new Error('ENOSPC') })
    await page()
    expect(lines).to.have.length(2)
  })
})
