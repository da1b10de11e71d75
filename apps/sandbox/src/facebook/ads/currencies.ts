/**
 * How many minor units of a currency Meta counts in one of it. This is not the number of ISO 4217: JOD has 100 here, HUF and TWD 1.
 * @see https://developers.facebook.com/documentation/ads-commerce/marketing-api/currencies (read 2026-11-22)
 */
const OFFSETS: Record<1 | 100, string[]> = {
  1: ['CLP', 'COP', 'CRC', 'HUF', 'IDR', 'ISK', 'JPY', 'KRW', 'PYG', 'TWD', 'VND'],
  100: [
    ...['AED', 'ARS', 'AUD', 'BDT', 'BHD', 'BOB', 'BRL', 'CAD', 'CHF', 'CNY', 'CZK', 'DKK', 'DZD', 'EGP', 'EUR'],
    ...['GBP', 'GTQ', 'HKD', 'HNL', 'ILS', 'INR', 'JOD', 'KES', 'LKR', 'MOP', 'MXN', 'MYR', 'NGN', 'NIO', 'NOK'],
    ...['NZD', 'PEN', 'PHP', 'PKR', 'PLN', 'QAR', 'RON', 'SAR', 'SEK', 'SGD', 'THB', 'TRY', 'UAH', 'USD', 'UYU', 'ZAR'],
  ],
}

const OFFSET_OF = new Map(
  Object.entries(OFFSETS).flatMap(([offset, codes]) => codes.map((code) => [code, Number(offset)])),
)

/** Whether the Marketing API supports a currency code. */
export function isCurrency(code: string): boolean {
  return OFFSET_OF.has(code)
}

/** The number of minor units in one unit of a currency. */
export function offsetOf(currency: string): number {
  return OFFSET_OF.get(currency) ?? 100
}

/** Minimum daily budgets in minor units, 100 elsewhere. The real minimums are not documented; these are about one US dollar. */
const MIN_DAILY: Record<string, number> = { JPY: 150, HUF: 400, JOD: 71, KRW: 1_400, TWD: 33, VND: 26_000, IDR: 16_000 }

/** The minimum daily budget in the minor unit of a currency. */
export function minDailyBudget(currency: string): number {
  return MIN_DAILY[currency] ?? 100
}

/** An amount of minor units in the format of insights: `"12.34"`, or `"1234"` for a currency without minor units. */
export function decimal(minor: number, currency: string): string {
  const offset = offsetOf(currency)
  return (minor / offset).toFixed(offset === 1 ? 0 : 2)
}
