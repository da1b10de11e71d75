/**
 * The currencies by the number of minor units that Meta counts in one unit. The numbers differ from ISO 4217: JOD has
 * 100 minor units, HUF and TWD 1.
 * @see https://developers.facebook.com/documentation/ads-commerce/marketing-api/currencies (read 2026-11-22)
 */
const OFFSETS: Record<1 | 100, string[]> = {
  1: ['CLP', 'COP', 'CRC', 'HUF', 'IDR', 'ISK', 'JPY', 'KRW', 'PYG', 'TWD', 'VND'],
  100: [
    ...['AED', 'ARS', 'AUD', 'BDT', 'BGN', 'BHD', 'BOB', 'BRL', 'CAD', 'CHF', 'CNY', 'CZK', 'DKK', 'DZD', 'EGP'],
    ...['EUR', 'GBP', 'GTQ', 'HKD', 'HNL', 'HRK', 'ILS', 'INR', 'JOD', 'KES', 'LKR', 'LTL', 'LVL', 'MOP', 'MXN'],
    ...['MYR', 'NGN', 'NIO', 'NOK', 'NZD', 'PEN', 'PHP', 'PKR', 'PLN', 'QAR', 'RON', 'RSD', 'RUB', 'SAR', 'SEK'],
    ...['SGD', 'SKK', 'THB', 'TRY', 'UAH', 'USD', 'UYU', 'VEF', 'VES', 'ZAR'],
  ],
}

const OFFSET_OF = new Map(
  Object.entries(OFFSETS).flatMap(([offset, codes]) => codes.map((code) => [code, Number(offset)])),
)

/** Returns whether the Marketing API supports a currency code. */
export function isCurrency(code: string): boolean {
  return OFFSET_OF.has(code)
}

/**
 * Returns the number of minor units that Meta counts in one unit of a currency, which can differ from ISO 4217: 1 or
 * 100; 100 for an unsupported currency.
 */
export function offsetOf(currency: string): number {
  return OFFSET_OF.get(currency) ?? 100
}

/**
 * The minimum daily budgets in minor units, keyed by currency; 100 for all other currencies. The real minimums are not
 * documented; these are about one US dollar.
 */
const MIN_DAILY: Record<string, number> = { JPY: 150, HUF: 400, JOD: 71, KRW: 1_400, TWD: 33, VND: 26_000, IDR: 16_000 }

/**
 * Returns the minimum daily budget in the minor unit of a currency. It is 100 for most currencies, also unsupported
 * ones.
 */
export function minDailyBudget(currency: string): number {
  return MIN_DAILY[currency] ?? 100
}

/**
 * Formats an amount in minor units as insights do: `"12.34"`, or `"1234"` for a currency without minor units. An amount
 * in an unsupported currency gets two decimals.
 */
export function decimal(minor: number, currency: string): string {
  const offset = offsetOf(currency)
  return (minor / offset).toFixed(offset === 1 ? 0 : 2)
}
