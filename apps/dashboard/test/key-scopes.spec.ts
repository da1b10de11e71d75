import { hasKeyScope, keyScopes } from '@carillon/domain'
import { expect } from 'chai'
import { hasScope } from '../app/data/key-scopes.ts'

describe('what a session may do', () => {
  it('is what the service says', () => {
    for (const held of keyScopes) {
      for (const wanted of keyScopes) {
        expect(hasScope([held], wanted), `${held} for ${wanted}`).to.equal(hasKeyScope([held], wanted))
      }
    }
  })
})
