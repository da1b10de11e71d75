import { assert } from 'chai'
import { hashLinkToken, makeLinkToken } from '../src/public-link.ts'

describe('public links', () => {
  it('are unguessable, fit for a path, and kept as a hash', () => {
    const made = Array.from({ length: 1000 }, () => makeLinkToken())
    assert.equal(new Set(made.map(({ token }) => token)).size, 1000)
    for (const { token, hash } of made) {
      assert.match(token, /^[A-Za-z0-9_-]{43}$/)
      assert.deepEqual(hashLinkToken(token), hash)
      assert.isFalse(hash.includes(token))
    }
    assert.equal(makeLinkToken((bytes) => Buffer.alloc(bytes)).token, 'A'.repeat(43))
  })

  it('are looked up only by what can be a token', () => {
    for (const text of [
      '',
      'A'.repeat(42),
      'A'.repeat(44),
      `${'A'.repeat(42)}/`,
      `${'A'.repeat(43)}\n`,
      '../../etc/passwd',
    ]) {
      assert.isNull(hashLinkToken(text), JSON.stringify(text))
    }
  })
})
