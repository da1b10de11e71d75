/**
 * The currencies that the network counts in whole units. Every other currency that an ad account can have is counted in
 * hundredths. The digits of ISO 4217, which `Intl.NumberFormat` follows, differ: HUF has two there, JOD three.
 */
const withoutMinorUnit = ['CLP', 'COP', 'CRC', 'HUF', 'IDR', 'ISK', 'JPY', 'KRW', 'PYG', 'TWD', 'VND']

/** Digits of the minor unit in which amounts of a currency are counted. */
export function digitsOf(currency: string): number {
  return withoutMinorUnit.includes(currency) ? 0 : 2
}

function format(amount: number, currency: string): string {
  const digits = digitsOf(currency)
  const places = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return new Intl.NumberFormat('en', { style: 'currency', currency, ...places }).format(amount)
}

/** An amount in minor units, as it is shown. */
export function moneyWords(minor: number, currency: string): string {
  return format(minor / 10 ** digitsOf(currency), currency)
}

/** An amount that somebody has typed, in minor units. */
export function minorOf(amount: number, currency: string): number {
  return Math.round(amount * 10 ** digitsOf(currency))
}

/** The value of a number field, which keeps `15.50` as text. Null if it is not a number. */
export function numberIn(entered: number | string): number | null {
  if (typeof entered === 'number') return entered
  const number = Number(entered)
  return entered.trim() === '' || Number.isNaN(number) ? null : number
}

/** A decimal string in the currency itself, as it is shown. */
export function decimalWords(decimal: string, currency: string): string {
  return format(Number(decimal), currency)
}

/** The sum of decimal strings in the currency itself, in minor units, so that nothing is lost in adding. */
export function sumOfDecimals(decimals: readonly (string | null)[], currency: string): number {
  return decimals.reduce((sum, decimal) => sum + (decimal === null ? 0 : minorOf(Number(decimal), currency)), 0)
}
