import { expect } from 'chai'
import fc from 'fast-check'
import type { Pool } from '../../src/index.ts'
import { openDatabase } from '../open-database.ts'

describe('values that the server sends', () => {
  let pool: Pool
  let close: () => Promise<void>
  before(async () => {
    ;({ pool, close } = await openDatabase({ max: 1 }))
  })
  after(() => close())

  const read = async (text: string, values: unknown[]) => (await pool.query(text, values)).rows[0].value

  it('are times as they were sent, to the millisecond', async () => {
    const times = fc.date({
      min: new Date(-62_135_596_800_000),
      max: new Date(253_402_300_799_999),
      noInvalidDate: true,
    })
    await fc.assert(
      fc.asyncProperty(times, async (at) => {
        expect(await read('select $1::timestamptz as value', [at.toISOString()])).to.deep.equal(at)
      }),
      { numRuns: 100 },
    )
  })

  it('are times of any form: with microseconds, in another time zone, before the common era, far away or infinite', async () => {
    const written: [zone: string, written: string, read: unknown][] = [
      ['UTC', '2026-11-29 13:29:15.972999+00', new Date('2026-11-29T13:29:15.972Z')],
      ['UTC', '2026-11-29 13:29:15.9+00', new Date('2026-11-29T13:29:15.900Z')],
      ['UTC', '12026-11-29 13:29:15+00', new Date('+012026-11-29T13:29:15Z')],
      ['UTC', '0044-03-15 12:00:00+00 BC', new Date('-000043-03-15T12:00:00Z')],
      ['UTC', 'infinity', Number.POSITIVE_INFINITY],
      ['UTC', '-infinity', Number.NEGATIVE_INFINITY],
      ['Asia/Kolkata', '2026-11-29 13:29:15.972+05:30', new Date('2026-11-29T07:59:15.972Z')],
      ['America/Los_Angeles', '2026-11-29 13:29:15.972-08', new Date('2026-11-29T21:29:15.972Z')],
    ]
    for (const [zone, text, expected] of written) {
      await pool.query(`set time zone '${zone}'`)
      expect(await read('select $1::timestamptz as value', [text]), `${zone} ${text}`).to.deep.equal(expected)
    }
    await pool.query('reset time zone')
  })

  it('are days as text, whatever the time zones of the process and the session', async () => {
    await pool.query(`set time zone 'Asia/Kolkata'`)
    expect(await read('select $1::date as value', ['2026-11-29'])).to.equal('2026-11-29')
    await pool.query('reset time zone')
  })

  it('are lists of texts as they were sent', async () => {
    const text = fc.oneof(
      fc.constantFrom(
        '',
        'null',
        'NULL',
        'nullable',
        '{',
        '}',
        '{}',
        ',',
        '"',
        '\\',
        ' ',
        'pages_show_list',
        'https://a.b/c',
      ),
      fc.string({ unit: 'binary' }).filter((each) => !each.includes('\0') && each.isWellFormed()),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(text), { maxLength: 6 }), async (list) => {
        expect(await read('select $1::text[] as value', [list])).to.deep.equal(list)
      }),
      { numRuns: 100 },
    )
  })

  it('are lists of lists, and lists that do not begin with 1', async () => {
    expect(await read(`select '{{a,b},{c,d}}'::text[] as value`, [])).to.deep.equal([
      ['a', 'b'],
      ['c', 'd'],
    ])
    expect(await read(`select '[2:3]={a,b}'::text[] as value`, [])).to.deep.equal(['a', 'b'])
  })

  it('are numbers where their type is bigint', async () => {
    expect(await read('select $1::bigint as value', ['9007199254740991'])).to.equal(Number.MAX_SAFE_INTEGER)
  })
})
