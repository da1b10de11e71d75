import { expect } from 'chai'
import { parseCredentials, writeCredentials } from '../../src/bluesky/session.ts'
import { credentials } from './account.ts'

describe('bluesky credentials', () => {
  it('are read as they were stored', () => {
    expect(parseCredentials(writeCredentials(credentials))).to.deep.equal(credentials)
  })

  it('are not stored if the server of the user makes them endless', () => {
    const { session } = credentials
    const tokenSet = { ...session.tokenSet, scope: `atproto transition:generic ${'x '.repeat(50_000)}` as const }
    const write = () => writeCredentials({ ...credentials, session: { ...session, tokenSet } })
    expect(write).to.throw("The account's server returned tokens that are too long.")
  })
})
