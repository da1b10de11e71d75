import { expect } from 'chai'
import { safeExplanation } from '../src/error-rules.ts'
import {
  bodyOf,
  countOf,
  idOf,
  listOf,
  numberOf,
  objectOf,
  textOf,
  textsOf,
  timeOf,
  timeOfSeconds,
} from '../src/json.ts'

const cases: [string, (value: unknown) => unknown, [unknown, unknown][]][] = [
  [
    'an object',
    objectOf,
    [
      [{ a: 1 }, { a: 1 }],
      [[], {}],
      [null, {}],
      ['a', {}],
    ],
  ],
  [
    'the objects of a list',
    listOf,
    [
      [[{ a: 1 }, 'b', null], [{ a: 1 }]],
      [{}, []],
      [undefined, []],
    ],
  ],
  [
    'a text',
    textOf,
    [
      ['a', 'a'],
      ['a\0b\ud800c', 'a\ufffdb\ufffdc'],
      ['🔔', '🔔'],
      ['', null],
      [1, null],
    ],
  ],
  [
    'the texts of a list',
    textsOf,
    [
      [['a', 1, ''], ['a']],
      ['a', []],
    ],
  ],
  [
    'an id',
    idOf,
    [
      ['17', '17'],
      [17, '17'],
      ['', null],
      [true, null],
    ],
  ],
  [
    'a number',
    numberOf,
    [
      [0.5, 0.5],
      ['1', null],
      [Number.NaN, null],
    ],
  ],
  [
    'a count',
    countOf,
    [
      [3, 3],
      ['3', 3],
      ['-3', null],
      [0.5, null],
      ['', null],
      ['9007199254740993', null],
    ],
  ],
  [
    'a time',
    timeOf,
    [
      ['2026-11-20T12:00:00+0000', '2026-11-20T12:00:00.000Z'],
      ['2026-11-20T14:00:00+0200', '2026-11-20T12:00:00.000Z'],
      ['2026-11-20T12:00:00Z', '2026-11-20T12:00:00.000Z'],
      ['yesterday', null],
      [1_763_640_000, null],
    ],
  ],
  [
    'a time in seconds',
    timeOfSeconds,
    [
      ['1795176000', '2026-11-20T12:00:00.000Z'],
      [1_795_176_000, '2026-11-20T12:00:00.000Z'],
      [0, null],
      ['99999999999999', null],
    ],
  ],
]

describe('reading JSON', () => {
  for (const [what, read, values] of cases) {
    it(`reads ${what}, and nothing else as one`, () => {
      for (const [value, expected] of values) expect(read(value), JSON.stringify(value)).to.deep.equal(expected)
    })
  }

  it('reads a body that is not an object as one without fields', () => {
    const broken = { json: () => JSON.parse('<html>') }
    expect([bodyOf(broken), bodyOf({ json: () => [1] })]).to.deep.equal([{}, {}])
  })
})

describe('the explanation of a network', () => {
  it('is shortened without half of a character at its end', () => {
    for (const text of ['😀'.repeat(300), `a${'😀'.repeat(300)}`]) {
      const shown = safeExplanation(text)
      expect([shown.length, shown.isWellFormed()]).to.deep.equal([500, true])
    }
  })
})

describe('timeOf on a machine in another zone', () => {
  it('reads a time without an offset as UTC', () => {
    const { TZ } = process.env
    process.env['TZ'] = 'Asia/Kathmandu'
    try {
      expect(timeOf('2026-11-20T12:00:05')).to.equal('2026-11-20T12:00:05.000Z')
      expect(timeOf('2026-11-20 12:00')).to.equal('2026-11-20T12:00:00.000Z')
      expect(timeOf('2026-11-20T12:00:05+0545')).to.equal('2026-11-20T06:15:05.000Z')
    } finally {
      if (TZ === undefined) delete process.env['TZ']
      else process.env['TZ'] = TZ
    }
  })
})
