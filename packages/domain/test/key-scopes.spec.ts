import { expect } from 'chai'
import { hasKeyScope, keyPresets, keyScopes } from '../src/index.ts'

describe('scopes of keys', () => {
  it('include reading in writing, and never the other way round', () => {
    for (const scope of keyScopes) {
      if (scope === '*') continue
      const [resource, access] = scope.split(':')
      const other = keyScopes.find((each) => each === `${resource}:${access === 'read' ? 'write' : 'read'}`)
      expect(hasKeyScope([scope], scope), scope).to.equal(true)
      if (other) expect(hasKeyScope([scope], other), `${scope} ${other}`).to.equal(access === 'write')
      expect(hasKeyScope(['*'], scope)).to.equal(true)
      expect(hasKeyScope([scope], '*')).to.equal(false)
      expect(hasKeyScope([], scope)).to.equal(false)
    }
  })

  it('do not cover another resource', () => {
    for (const held of keyScopes)
      for (const wanted of keyScopes)
        if (held !== '*' && held.split(':')[0] !== wanted.split(':')[0])
          expect(hasKeyScope([held], wanted), `${held} ${wanted}`).to.equal(false)
  })

  it('have presets: reading does not show keys or the audit log, and no preset but full manages keys', () => {
    expect(keyPresets.read).to.not.include.members(['keys:read', 'audit:read'])
    for (const [name, scopes] of Object.entries(keyPresets))
      expect(hasKeyScope(scopes, 'keys:write'), name).to.equal(name === 'full')
  })
})
