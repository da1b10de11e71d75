import { OutboundError } from '@carillon/outbound'
import { expect } from 'chai'
import { identityAtFault } from '../../src/bluesky/oauth/oauth-failure.ts'

describe('bluesky: whose fault it is that an identity cannot be looked up', () => {
  const broken = (code: string) => {
    const cause = Object.assign(new Error(code), { code })
    return new TypeError('fetch failed', { cause: new OutboundError('network', false, 'no connection', { cause }) })
  }

  it("is the identity's, when the name system knows no such host", () => {
    expect(identityAtFault(broken('ENOTFOUND'))).to.equal(true)
  })

  it("is not the identity's, when this machine cannot look it up", () => {
    const cause = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
    expect(identityAtFault(new OutboundError('network', false, 'no connection', { cause, isLocal: true }))).to.equal(
      false,
    )
  })

  it("is not the identity's, when a host or DNS does not respond", () => {
    expect(identityAtFault(broken('ECONNREFUSED'))).to.equal(false)
    expect(identityAtFault(broken('EAI_AGAIN'))).to.equal(false)
  })
})
