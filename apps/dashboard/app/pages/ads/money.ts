/**
 * The currencies that the network counts in whole units. Every other currency that an ad account can have is counted in
 * hundredths. The digits of ISO 4217, which `Intl.NumberFormat` follows, differ: HUF has two there, JOD three.
 */
const withoutMinorUnit = ['CLP', 'COP', 'CRC', 'HUF', 'IDR', 'ISK', 'JPY', 'KRW', 'PYG', 'TWD', 'VND']

/** The number of decimal digits of a currency (ISO 4217 code) in which ads count it: 0 or 2. */
export function digitsOf(currency: string): number {
  return withoutMinorUnit.includes(currency) ? 0 : 2
}

function format(amount: number, currency: string): string {
  const digits = digitsOf(currency)
  const places = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return new Intl.NumberFormat('en', { style: 'currency', currency, ...places }).format(amount)
}

/** An amount in minor units (cents, or whole units of a currency without them) as text, such as "€12.30". */
export function moneyWords(minor: number, currency: string): string {
  return format(minor / 10 ** digitsOf(currency), currency)
}

/** Converts an amount in units of the currency, such as 12.30 euros, to minor units, rounded to an integer. */
export function minorOf(amount: number, currency: string): number {
  return Math.round(amount * 10 ** digitsOf(currency))
}

/**
 * The fields of a request that sets the spend cap of an ad account in minor units, or removes it (null). Without a cap,
 * the spending cannot be counted from 0 again.
 */
export function capChange(spendCap: number | null, isReset: boolean): { spendCap: number | null; resetSpend?: true } {
  return { spendCap, ...(spendCap !== null && isReset && { resetSpend: true }) }
}

/** The value of a Mantine number field, which keeps `15.50` as text; null if it is empty or not a number. */
export function numberIn(entered: number | string): number | null {
  if (typeof entered === 'number') return entered
  const number = Number(entered)
  return entered.trim() === '' || Number.isNaN(number) ? null : number
}

/** An amount as a decimal string in units of the currency, such as `12.3`, as text: "€12.30". */
export function decimalWords(decimal: string, currency: string): string {
  return format(Number(decimal), currency)
}

/**
 * The sum, in minor units, of amounts that are decimal strings in units of the currency; null counts as 0. Each is
 * rounded to minor units first.
 */
export function sumOfDecimals(decimals: readonly (string | null)[], currency: string): number {
  return decimals.reduce((sum, decimal) => sum + (decimal === null ? 0 : minorOf(Number(decimal), currency)), 0)
}
