import { expect } from 'chai'
import fc from 'fast-check'
import { asDollars, prices } from '../src/index.ts'

/** Thousandths of a cent, read back. */
function amountOf(dollars: string): bigint {
  const [whole = '', fraction = ''] = dollars.split('.')
  return BigInt(whole) * 100_000n + BigInt(fraction.padEnd(5, '0'))
}

const amount = fc.bigInt({ min: 0n, max: 10n ** 18n })

describe('amounts in dollars', () => {
  for (const [thousandths, dollars] of [
    [0, '0.00'],
    [1, '0.00001'],
    [10, '0.0001'],
    [1_000, '0.01'],
    [1_500, '0.015'],
    [99_999, '0.99999'],
    [100_000, '1.00'],
    [123_456_789, '1234.56789'],
    [10_000_000, '100.00'],
  ] as const) {
    it(`${thousandths} is ${dollars}`, () => expect(asDollars(thousandths)).to.equal(dollars))
  }

  it('lose nothing', () => {
    fc.assert(fc.property(amount, (value) => amountOf(asDollars(value)) === value))
  })

  it('are plain decimals with two to five places and no idle zeros', () => {
    fc.assert(
      fc.property(amount, (value) => {
        expect(asDollars(value)).to.match(/^(0|[1-9]\d*)\.\d{2,5}$/)
        expect(asDollars(value)).to.not.match(/\.\d{2}\d*0$/)
      }),
    )
  })

  it('say the same for a number as for a bigint', () => {
    fc.assert(fc.property(fc.maxSafeNat(), (value) => asDollars(value) === asDollars(BigInt(value))))
  })

  it('are whole thousandths of a cent for every price', () => {
    for (const price of Object.values(prices)) expect(Number.isInteger(price) && price > 0).to.equal(true)
  })
})
