import { expect } from 'chai'
import { DatabaseUrlError, parseDatabaseUrl } from '../../src/index.ts'

describe('the URL of a database', () => {
  for (const [url, urls] of [
    ['postgres://u:p@one/name', ['postgres://u:p@one/name']],
    [
      'postgres://u:p%40@one:1,two:2/name?sslmode=verify-full',
      ['postgres://u:p%40@one:1/name?sslmode=verify-full', 'postgres://u:p%40@two:2/name?sslmode=verify-full'],
    ],
    ['postgresql://[::1]:1,[::2]/name', ['postgresql://[::1]:1/name', 'postgresql://[::2]/name']],
    ['postgres://u@/name?host=/run/postgresql', ['postgres://u@/name?host=/run/postgresql']],
    [
      'postgres://u@x/name?host=one,two&port=1,2',
      ['postgres://u@x/name?host=one&port=1', 'postgres://u@x/name?host=two&port=2'],
    ],
  ] as const) {
    it(`${url} lists ${urls.length} server(s)`, () => {
      expect(parseDatabaseUrl(url).urls).to.deep.equal(urls)
    })
  }

  it('asks for a server that takes writes if it lists several or says so', () => {
    expect(parseDatabaseUrl('postgres://one/name').mustWrite).to.equal(false)
    expect(parseDatabaseUrl('postgres://one,two/name').mustWrite).to.equal(true)
    expect(parseDatabaseUrl('postgres://one/name?target_session_attrs=primary').mustWrite).to.equal(true)
  })

  for (const [url, message] of [
    ['postgres://u:secret@one/name?pgbouncer=true', 'has the parameter "pgbouncer", which is not supported'],
    ['postgres://u:secret@one/name?target_session_attrs=standby', 'has target_session_attrs=standby'],
    ['postgres://u:secret@/name?host=a,b&port=1,2,3', 'has 2 hosts and 3 ports'],
    ['mysql://u:secret@one/name', 'must begin with postgres://'],
    ['postgres://u:sec/ret@one/name', 'is not a valid URL'],
  ] as const) {
    it(`is rejected as one that ${message}`, () => {
      expect(() => parseDatabaseUrl(url))
        .to.throw(DatabaseUrlError, message)
        .that.satisfies((error: Error) => !error.message.includes('sec'))
    })
  }
})
