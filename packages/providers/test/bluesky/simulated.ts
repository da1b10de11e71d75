import type { Outbound } from '@carillon/outbound'
import nock from 'nock'
import { offlineOutbound } from './account.ts'

// Importing it replaces the sockets of the whole process; the other files here need real ones.
nock.restore()

/** Hosts that respond as a test says, for the tests of the block it is called in; `nock` calls outside them fail. */
export function simulateHosts(): { outbound(): Outbound } {
  let outbound: Outbound
  before(() => {
    nock.activate()
    nock.disableNetConnect()
    outbound = offlineOutbound()
  })
  afterEach(() => nock.cleanAll())
  after(async () => {
    nock.enableNetConnect()
    nock.restore()
    await outbound.close()
  })
  return { outbound: () => outbound }
}

/** The claims of a token, and its header. */
export function readJwt(token: string): { header: Record<string, unknown>; claims: Record<string, unknown> } {
  const [header = '', claims = ''] = token.split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  return { header: read(header), claims: read(claims) }
}
