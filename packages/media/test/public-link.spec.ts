import { assert } from 'chai'
import { hashLinkToken, makeLinkToken, mediaAnswer, parseRange } from '../src/public-link.ts'

const file = { contentType: 'image/jpeg', bytes: 1000, sha256: 'abc' }

describe('public links', () => {
  it('are unguessable, fit for a path, and kept as a hash', () => {
    const made = Array.from({ length: 1000 }, () => makeLinkToken())
    assert.equal(new Set(made.map(({ token }) => token)).size, 1000)
    for (const { token, hash } of made) {
      assert.match(token, /^[A-Za-z0-9_-]{43}$/)
      assert.equal(hashLinkToken(token), hash)
      assert.notInclude(hash, token)
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

  it('read the ranges that players and networks send', () => {
    const cases: [string | undefined, ReturnType<typeof parseRange>][] = [
      [undefined, null],
      ['bytes=0-', { start: 0, end: 999 }],
      ['bytes=0-0', { start: 0, end: 0 }],
      ['bytes=10-19', { start: 10, end: 19 }],
      ['Bytes=990-5000', { start: 990, end: 999 }],
      ['bytes=-10', { start: 990, end: 999 }],
      ['bytes=-5000', { start: 0, end: 999 }],
      ['bytes=999-', { start: 999, end: 999 }],
      ['bytes=1000-', 'unsatisfiable'],
      ['bytes=-0', 'unsatisfiable'],
      ['bytes=20-10', null],
      ['bytes=0-1,5-6', null],
      ['bytes=', null],
      ['bytes=-', null],
      ['bytes=a-b', null],
      ['bytes=1e3-', null],
      ['items=0-1', null],
      [`bytes=${'9'.repeat(400)}-`, null],
    ]
    for (const [header, range] of cases) assert.deepEqual(parseRange(header, 1000), range, header)
    assert.equal(parseRange('bytes=0-', 0), 'unsatisfiable')
    assert.equal(parseRange('bytes=-5', 0), 'unsatisfiable')
  })

  it('answer with all, a part, or 416', () => {
    const all = mediaAnswer({ file, range: undefined })
    assert.deepInclude(all, { status: 200, range: { start: 0, end: 999 } })
    assert.equal(all.headers['Content-Length'], '1000')
    const part = mediaAnswer({ file, range: 'bytes=10-19' })
    assert.deepInclude(part, { status: 206, range: { start: 10, end: 19 } })
    assert.deepInclude(part.headers, { 'Content-Range': 'bytes 10-19/1000', 'Content-Length': '10' })
    const none = mediaAnswer({ file, range: 'bytes=1000-' })
    assert.deepInclude(none, { status: 416, range: null })
    assert.equal(none.headers['Content-Range'], 'bytes */1000')
    assert.deepInclude(mediaAnswer({ file: { ...file, bytes: 0 }, range: undefined }), { status: 200, range: null })
  })

  it('give all of a file that is another one by now', () => {
    assert.equal(mediaAnswer({ file, range: 'bytes=10-19', ifRange: '"abc"' }).status, 206)
    assert.equal(mediaAnswer({ file, range: 'bytes=10-19', ifRange: '"old"' }).status, 200)
  })

  it('never let a browser show or run what a stranger sent', () => {
    for (const range of [undefined, 'bytes=1-2', 'bytes=1000-']) {
      assert.deepInclude(mediaAnswer({ file, range }).headers, {
        'Content-Type': 'image/jpeg',
        'X-Content-Type-Options': 'nosniff',
        'Content-Disposition': 'attachment',
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Cache-Control': 'private, no-store',
      })
    }
  })
})
