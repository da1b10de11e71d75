import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ServiceError } from '@carillon/errors'
import { OutboundError } from '@carillon/outbound'
import { expect } from 'chai'
import { transportFailure } from '../../src/call-network.ts'
import { sendPiece } from '../../src/youtube/upload-session.ts'
import { failureOf } from '../fake-call.ts'
import { publishCall, videoPost } from './network.ts'

it('a call for which this machine opens no connection fails as temporarily unavailable, not as the network', () => {
  const error = transportFailure(new OutboundError('network', false, 'no connection', { isLocal: true }))
  expect(error).to.include({ code: 'temporarily_unavailable', outcome: 'not_sent', retryAfter: 5 })
  expect(error).to.have.nested.property('cause.code', 'temporarily_unavailable')
})

describe('a video that the media store cannot read while it is uploaded', () => {
  const failure = new ServiceError('database_error', 'The media store did not respond as it should.')
  const total = 1_000_000
  const bytesBefore = { 'before its first byte': 0, 'in its middle': total / 2 }

  for (const [when, length] of Object.entries(bytesBefore)) {
    it(`fails as the media store, not as the network: ${when}`, async () => {
      const server = createServer((req) => void req.resume()).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const post = videoPost({}, total)
      const { source } = post.video
      source.open = async function* () {
        if (length > 0) yield Buffer.alloc(length)
        throw failure
      }
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/upload`
      const piece = { start: 0, end: total - 1, total }
      try {
        const thrown = await failureOf(sendPiece(publishCall(post), { address, piece, timeoutMs: 60_000 }))
        expect(thrown).to.include({ code: 'database_error', message: failure.message, cause: failure })
        expect(thrown).to.have.property('outcome', 'indeterminate')
      } finally {
        server.closeAllConnections()
        server.close()
      }
    })
  }
})
