import { expect } from 'chai'
import { requestPath } from '../../app/pages/requests/request-path.ts'

describe('the path of a request', () => {
  it('has the ids in the places of its parameters; what was left out stays in braces', () => {
    const path = '/profiles/{profileId}/accounts/{accountId}'
    expect(requestPath({ path, params: { profileId: 'p1' } })).to.equal('/profiles/p1/accounts/{accountId}')
  })
})
