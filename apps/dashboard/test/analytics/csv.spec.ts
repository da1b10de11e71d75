import { expect } from 'chai'
import { csvOf } from '../../app/data/csv.ts'

describe('tables as CSV', () => {
  it('hold texts that a spreadsheet would run as plain text', () => {
    const texts = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx']
    const lines = csvOf(
      ['Text'],
      texts.map((text) => [text]),
    )
    expect(lines).to.equal(['Text', ...texts.map((text) => `"'${text}"`)].map((line) => `${line}\r\n`).join(''))
  })

  it('guard their headers as well', () => {
    expect(csvOf(['=HYPERLINK("x")'], [])).to.equal('"\'=HYPERLINK(""x"")"\r\n')
  })

  it('keep numbers, negative ones included, and leave what is missing empty', () => {
    expect(csvOf(['A', 'B', 'C'], [[-1.5, null, true]])).to.equal('A,B,C\r\n-1.5,,true\r\n')
  })

  it('quote what would end a cell or a row', () => {
    expect(csvOf(['A'], [['a,b'], ['a"b'], ['a\nb'], ['plain']])).to.equal(
      'A\r\n"a,b"\r\n"a""b"\r\n"a\nb"\r\nplain\r\n',
    )
  })
})
