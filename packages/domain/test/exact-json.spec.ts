import { ServiceError } from '@carillon/errors'
import { assert } from 'chai'
import { parseExactJson } from '../src/json/exact-json.ts'

const message = 'integers beyond 9007199254740991 cannot be kept exactly; send it as a string'

function rejection(text: string): ServiceError {
  try {
    parseExactJson(text)
  } catch (thrown) {
    assert.instanceOf(thrown, ServiceError, text)
    return thrown
  }
  return assert.fail(`not rejected: ${text}`)
}

describe('parseExactJson', () => {
  it('names the integer that JSON.parse would change', () => {
    for (const [text, path] of [
      ['{"id":9007199254740993}', ['id']],
      ['{"id":-9007199254740993}', ['id']],
      ['{"id": 9007199254740993 }', ['id']],
      ['{"a":{"list":[1,\n9007199254740993]}}', ['a', 'list', '1']],
      ['{"a":{"list":[12345678901234567890]}}', ['a', 'list', '0']],
      ['{"list":["9007199254740993",9007199254740993]}', ['list', '1']],
      ['{"id":9007199254740993.0}', ['id']],
      ['{"":{"a.b":17841400000000001}}', ['', 'a.b']],
      ['{"__proto__":9007199254740993}', ['__proto__']],
      ['9007199254740993', []],
    ] as const) {
      const { code, status, details } = rejection(text)
      assert.deepEqual(
        { code, status, details },
        { code: 'invalid_request', status: 400, details: [{ path, message }] },
      )
    }
    assert.equal(rejection('{"metadata":{"id":9007199254740993}}').message, `metadata.id: ${message}`)
  })

  it('shortens a name to 64 characters in the path', () => {
    assert.deepEqual(rejection(`{"${'n'.repeat(100)}":9007199254740993}`).details, [
      { path: ['n'.repeat(64)], message },
    ])
  })

  it('returns what JSON.parse returns for all other values', () => {
    for (const text of [
      '{"id":9007199254740991,"other":-9007199254740991}',
      '{"id":9007199254740992}',
      '{"id":9007199254740994}',
      '{"id":100000000000000000000}',
      '{"id":"9007199254740993"}',
      '{"id":"see: 9007199254740993, or 9007199254740993"}',
      '{"9007199254740993":1,"a: 9007199254740993":2}',
      '{"share":0.30000000000000004,"long":0.1000000000000000055511151231257827}',
      '{"share":1234567890123456.78,"big":1.2345678901234567e+300}',
      '{"id":9007199254740993,"id":1}',
      '{"z":9007199254740992,"a":null,"__proto__":{"b":true},"list":[[],{}]}',
      '[]',
      'null',
      ' 12 ',
    ]) {
      const parsed = parseExactJson(text)
      assert.deepEqual(parsed, JSON.parse(text))
      assert.equal(JSON.stringify(parsed), JSON.stringify(JSON.parse(text)))
    }
  })

  it('leaves a number that is not finite to the check of values', () => {
    assert.deepEqual(parseExactJson(`{"a":${'9'.repeat(400)}}`), { a: Number.POSITIVE_INFINITY })
  })

  it('throws the SyntaxError of JSON.parse', () => {
    for (const text of ['', '{', '{"id":9007199254740993', '{"id":09007199254740993}']) {
      assert.throws(() => parseExactJson(text), SyntaxError)
    }
  })
})
