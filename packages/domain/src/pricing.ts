/**
 * The prices of billed calls to X, keyed by operation, in thousandths of a US cent, so that sums are exact.
 * @see https://docs.x.com/x-api/getting-started/pricing (read 2026-11-20, prices of 2026-04-20)
 */
export const prices = {
  'post.create': 1_500,
  'post.create.url': 20_000,
  'post.delete': 1_000,
  'post.read': 500,
  'user.read': 1_000,
  'media.metadata': 500,
} as const

export type BilledOperation = keyof typeof prices

/** Converts a sum of `prices` to a decimal string in US dollars with at least two decimals: 1500 becomes `0.015`. */
export function asDollars(amount: number | bigint): string {
  const digits = BigInt(amount).toString().padStart(6, '0')
  const fraction = digits
    .slice(-5)
    .replace(/0{1,5}$/, '')
    .padEnd(2, '0')
  return `${digits.slice(0, -5)}.${fraction}`
}
