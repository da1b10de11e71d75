import { currencyOffset, decimalOfMinor } from '@carillon/domain'
import { expect } from 'chai'
import {
  capChange,
  decimalWords,
  digitsOf,
  minorOf,
  moneyWords,
  numberIn,
  sumOfDecimals,
} from '../../app/pages/ads/money.ts'

describe('money of ad accounts', () => {
  it('has as many digits as the network counts, for every currency that it takes', () => {
    const known = Intl.supportedValuesOf('currency').filter((currency) => currencyOffset(currency) !== undefined)
    expect(known.length).to.be.above(50)
    for (const currency of known) expect(10 ** digitsOf(currency), currency).to.equal(currencyOffset(currency))
  })

  it('is written with all its digits', () => {
    expect(['USD', 'EUR', 'JPY', 'HUF'].map((currency) => moneyWords(123_456, currency))).to.deep.equal([
      '$1,234.56',
      '€1,234.56',
      '¥123,456',
      'HUF\u00a0123,456',
    ])
    expect(decimalWords('4.8', 'EUR')).to.equal('€4.80')
  })

  it('is counted in whole minor units, whatever was typed', () => {
    expect([0.29, 1.1, 19.99, 1_234.56].map((amount) => minorOf(amount, 'USD'))).to.deep.equal([
      29, 110, 1_999, 123_456,
    ])
    expect(minorOf(500, 'JPY')).to.equal(500)
    expect(decimalOfMinor(minorOf(4.35, 'EUR'), 100)).to.equal('4.35')
  })

  it('is read from a field that leaves some numbers as text', () => {
    expect([15.5, '15.50', '', ' ', '-'].map(numberIn)).to.deep.equal([15.5, 15.5, null, null, null])
    expect(['1.', '0.', '0.0'].map(numberIn)).to.deep.equal([1, 0, 0])
  })

  it('has a cap, with which alone the spending counts from 0 again', () => {
    expect(capChange(500, true)).to.deep.equal({ spendCap: 500, resetSpend: true })
    expect(capChange(500, false)).to.deep.equal({ spendCap: 500 })
    expect(capChange(null, true)).to.deep.equal({ spendCap: null })
  })

  it('is added up without losing anything', () => {
    expect(sumOfDecimals(Array.from({ length: 10 }, () => '0.10').concat('4.88'), 'USD')).to.equal(588)
    expect(sumOfDecimals([null, '12'], 'JPY')).to.equal(12)
  })
})
