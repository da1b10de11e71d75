import { Readable } from 'node:stream'
import { expect } from 'chai'
import { type Hop, nextHop } from '../../src/guard/redirect.ts'

const url = new URL('https://cdn.example.com/a/b?c=d')
const headers = { Accept: '*/*', Authorization: 'Bearer key', 'Content-Type': 'text/plain', 'content-language': 'de' }
const hop = (method: string, more: Partial<Hop> = {}): Hop => ({ method, url, headers, body: undefined, ...more })

describe('the request after a redirect', () => {
  // As `fetch` does it: https://fetch.spec.whatwg.org/#http-redirect-fetch (read 2026-11-30)
  for (const [status, methods] of [
    [301, { GET: 'GET', HEAD: 'HEAD', POST: 'GET', PUT: 'PUT', DELETE: 'DELETE' }],
    [302, { GET: 'GET', HEAD: 'HEAD', POST: 'GET', PUT: 'PUT', DELETE: 'DELETE' }],
    [303, { GET: 'GET', HEAD: 'HEAD', POST: 'GET', PUT: 'GET', DELETE: 'GET' }],
    [307, { GET: 'GET', HEAD: 'HEAD', POST: 'POST', PUT: 'PUT', DELETE: 'DELETE' }],
    [308, { GET: 'GET', HEAD: 'HEAD', POST: 'POST', PUT: 'PUT', DELETE: 'DELETE' }],
  ] as const) {
    it(`has the method that ${status} stands for`, () => {
      for (const [method, wanted] of Object.entries(methods))
        expect(nextHop(hop(method), status, '/', true)?.method, method).to.equal(wanted)
    })
  }

  it('has the body and its headers only if it has the method', () => {
    const posted = hop('POST', { body: 'text' })
    const next = nextHop(posted, 307, '/moved', true)
    expect(next).to.deep.equal({ ...posted, url: new URL('https://cdn.example.com/moved') })
    for (const status of [301, 302, 303]) {
      expect(nextHop(posted, status, 'moved', true)).to.deep.equal({
        ...{ method: 'GET', url: new URL('https://cdn.example.com/a/moved'), body: undefined },
        headers: { Accept: '*/*', Authorization: 'Bearer key' },
      })
    }
  })

  it('has no credentials for another scheme, host or port', () => {
    const secrets = { authorization: 'a', 'Proxy-Authorization': 'b', Cookie: 'c', DPoP: 'd' }
    const asked = hop('GET', { headers: { ...secrets, 'x-a': 'kept' } })
    for (const location of ['http://cdn.example.com/', '//other.example.com/', 'https://cdn.example.com:8443/'])
      expect(nextHop(asked, 302, location, true)?.headers, location).to.deep.equal({ 'x-a': 'kept' })
    expect(nextHop(asked, 302, 'https://cdn.example.com:443/x', true)?.headers).to.deep.equal(asked.headers)
  })

  it('is an error if the body cannot be sent again, but not if it is dropped', () => {
    const streamed = hop('POST', { body: Readable.from(['text']) })
    for (const status of [307, 308])
      expect(() => nextHop(streamed, status, '/', false), String(status)).to.throw('a stream cannot be sent again')
    expect(nextHop(streamed, 303, '/', false)).to.include({ method: 'GET', body: undefined })
  })

  it('is an error if the location is not a URL', () => {
    expect(() => nextHop(hop('GET'), 302, 'https://[', true)).to.throw('the redirect names no URL')
  })

  it('does not exist for other statuses or without a location', () => {
    for (const status of [200, 201, 300, 304, 305, 306, 309, 400])
      expect(nextHop(hop('GET'), status, '/', true), String(status)).to.equal(undefined)
    expect(nextHop(hop('GET'), 302, null, true)).to.equal(undefined)
  })
})
