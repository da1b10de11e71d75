import { expect } from 'chai'
import { prepareBody } from '../src/request-body.ts'

async function* pieces(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('a=b')
}

describe('the body of a request', () => {
  for (const [name, body] of [
    ['none', undefined],
    ['a text', 'a=b'],
    ['bytes', Buffer.from('a=b')],
  ] as const) {
    it(`can be sent again as it is: ${name}`, () => {
      expect(prepareBody(body)).to.deep.equal({ body, headers: {}, repeatable: true })
    })
  }

  it('can be sent again if it is a form', () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }
    expect(prepareBody(new URLSearchParams({ a: 'b' }))).to.deep.equal({ body: 'a=b', headers, repeatable: true })
    expect(prepareBody(new FormData())).to.deep.include({ headers: {}, repeatable: true })
  })

  it('cannot be sent again if it is a stream', () => {
    const body = pieces()
    expect(prepareBody(body)).to.deep.equal({ body, headers: {}, repeatable: false })
  })
})
