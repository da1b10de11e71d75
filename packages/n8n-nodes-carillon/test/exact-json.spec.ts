import { expect } from 'chai'
import { exactJson } from '../nodes/Carillon/exact-json.ts'

describe('JSON in a parameter', () => {
  for (const text of [
    '{"id":9007199254740993}',
    '{"a":{"list":["9007199254740993",-17841400000000001]}}',
    '{"id":9007199254740993.0}',
    '{"far":1e400}',
  ]) {
    it(`is rejected with a number that would be sent as another one: ${text}`, () => {
      expect(() => exactJson(text)).to.throw(RangeError, 'beyond 9007199254740991')
    })
  }

  it('is otherwise sent as it is', () => {
    const text =
      '{"max":9007199254740991,"even":9007199254740992,"share":0.30000000000000004,"big":1e+21,"text":"9007199254740993","list":[null,{}]}'
    expect(JSON.stringify(exactJson(text))).to.equal(text)
    expect(() => exactJson('{')).to.throw(SyntaxError)
  })
})
