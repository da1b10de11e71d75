import type { ServerResponse } from 'node:http'
import { expect } from 'chai'
import { isLarge, jsonPieces } from '../../src/json-pieces.ts'
import { sendResponse } from '../../src/send-response.ts'

const ad = (at: number) => ({
  id: `3${at}`,
  name: 'Spring "sale" \u2028\ud83d\ude00',
  issues: [],
  creative: null,
  on: true,
})
const counting = { unread: { add: () => () => {} }, owner: '' }

const tree = {
  campaigns: Array.from({ length: 3 }, (_, at) => ({
    id: `1${at}`,
    adSets: [{ id: `2${at}`, ads: Array.from({ length: 2_000 }, (_, each) => ad(each)) }],
  })),
  complete: true,
}

describe('JSON in pieces', () => {
  const values: [string, unknown][] = [
    ['a tree of many objects', tree],
    ['a long list of numbers', Array.from({ length: 20_000 }, (_, at) => at / 7)],
    ['a list of lists', Array.from({ length: 300 }, () => Array.from({ length: 300 }, () => null))],
    ['fields that are undefined', { a: undefined, rows: Array.from({ length: 500 }, () => undefined), b: undefined }],
    ['a date', { at: new Date(0), rows: Array.from({ length: 500 }, () => new Date(0)) }],
    ['numbers that JSON does not have', Array.from({ length: 500 }, () => Number.NaN)],
    ['empty ones', { list: [], object: {}, rows: Array.from({ length: 500 }, () => ({})) }],
    ['only undefined fields', Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`f${at}`, undefined]))],
    ['keys that need quoting', { '"': 1, ['__proto__']: 2, rows: Array.from({ length: 500 }, () => ({ 'a\n': 1 })) }],
    ['a word', 'sale'],
    ['null', null],
  ]
  for (const [title, value] of values) {
    it(`is what JSON.stringify makes of ${title}`, () => {
      expect([...jsonPieces(value)].join('')).to.equal(JSON.stringify(value))
    })
  }

  it('no piece is large, however deep the long lists are', () => {
    const longest = Math.max(...[...jsonPieces(tree)].map(({ length }) => length))
    expect(longest).to.be.below(200 * 100)
  })

  it('a body is large from 5,000 values on', () => {
    expect(isLarge(tree)).to.equal(true)
    expect(isLarge({ list: Array.from({ length: 4_000 }, () => 1) })).to.equal(false)
    expect(isLarge({ list: Array.from({ length: 5_000 }, () => 1) })).to.equal(true)
    expect(isLarge(undefined)).to.equal(false)
  })
})

describe('a large response', () => {
  it('is complete, has its length, and lets other work in between', async () => {
    const order: string[] = []
    const heads: unknown[] = []
    const written: Buffer[] = []
    const res = {
      destroyed: false,
      writeHead: (...head: unknown[]) => void heads.push(head),
      write: (part: Buffer) => void written.push(part),
      end: () => void order.push('end'),
      once() {},
    }
    setImmediate(() => order.push('other work'))
    await sendResponse(res as unknown as ServerResponse, { status: 200, body: tree }, counting)
    expect(order).to.deep.equal(['other work', 'end'])
    const text = Buffer.concat(written).toString('utf8')
    expect(text).to.equal(JSON.stringify(tree))
    const length = String(Buffer.byteLength(text))
    const headers = ['Content-Type', 'application/json; charset=utf-8', 'Content-Length', length]
    expect(heads).to.deep.equal([[200, headers]])
  })

  it('is not sent to a client that has gone meanwhile', async () => {
    const res = { destroyed: true, writeHead: () => expect.fail('nothing is to be sent') }
    await sendResponse(res as unknown as ServerResponse, { status: 200, body: tree }, counting)
  })
})
