import { expect } from 'chai'
import { createQueryClient } from '../../app/data/query-client.ts'
import { noteSessionEnded, noteSignedIn, type Session } from '../../app/data/session-query.ts'

describe('what a session has read', () => {
  it('is not shown to who signs in after it has ended', () => {
    const client = createQueryClient()
    const session: Session = { organizationId: 'one', profileId: null, scopes: [], expiresAt: '2026-11-29T12:00:00Z' }
    noteSignedIn(client, session)
    client.setQueryData(['profiles'], ['a profile of the first organization'])
    noteSessionEnded(client)
    noteSignedIn(client, { ...session, organizationId: 'another' })
    expect(client.getQueryData(['profiles'])).to.equal(undefined)
    expect(client.getQueryData(['session'])).to.deep.include({ session: { ...session, organizationId: 'another' } })
    client.clear()
  })
})
