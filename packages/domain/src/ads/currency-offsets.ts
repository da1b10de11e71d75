/**
 * The currencies by the number of minor units that Meta counts in one unit. The numbers are Meta's own and differ from
 * ISO 4217: JOD and BHD have 100 minor units instead of 1,000, and HUF, TWD, IDR, COP and CRC have none
 * (1).
 * @see https://developers.facebook.com/documentation/ads-commerce/marketing-api/currencies (read 2026-11-22)
 */
const codesByOffset = {
  1: ['CLP', 'COP', 'CRC', 'HUF', 'IDR', 'ISK', 'JPY', 'KRW', 'PYG', 'TWD', 'VND'],
  100: [
    ...['AED', 'ARS', 'AUD', 'BDT', 'BGN', 'BHD', 'BOB', 'BRL', 'CAD', 'CHF', 'CNY', 'CZK', 'DKK', 'DZD', 'EGP'],
    ...['EUR', 'GBP', 'GTQ', 'HKD', 'HNL', 'HRK', 'ILS', 'INR', 'JOD', 'KES', 'LKR', 'LTL', 'LVL', 'MOP', 'MXN'],
    ...['MYR', 'NGN', 'NIO', 'NOK', 'NZD', 'PEN', 'PHP', 'PKR', 'PLN', 'QAR', 'RON', 'RSD', 'RUB', 'SAR', 'SEK'],
    ...['SGD', 'SKK', 'THB', 'TRY', 'UAH', 'USD', 'UYU', 'VEF', 'VES', 'ZAR'],
  ],
} as const

const offsets: ReadonlyMap<string, number> = new Map(
  Object.entries(codesByOffset).flatMap(([offset, codes]) => codes.map((code) => [code, Number(offset)] as const)),
)

/**
 * Returns the number of minor units that Meta counts in one unit of an ad account's currency (an ISO 4217 code): 1 or
 * 100; undefined for an unknown currency.
 */
export function currencyOffset(currency: string): number | undefined {
  return offsets.get(currency)
}

/**
 * Converts minor units to a decimal string of the currency, without floating-point arithmetic. `offset` is the number
 * of minor units in one unit: 1234 is `12.34` with an offset of 100, and `1234` with an offset of 1.
 */
export function decimalOfMinor(minor: number, offset: number): string {
  const places = String(offset).length - 1
  if (places === 0) return String(minor)
  const digits = String(minor).padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`
}
