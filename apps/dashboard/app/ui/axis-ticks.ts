const steps = [1, 2, 2.5, 5, 10]

/**
 * The values of an axis' ticks in ascending order: from 0 to `max`, or the first tick above it, in at most `count`
 * equal steps of a round size. Only 0 if `max` is not positive.
 */
export function axisTicks(max: number, count = 4): number[] {
  if (!(max > 0)) return [0]
  const atLeast = max / count
  const power = 10 ** Math.floor(Math.log10(atLeast))
  const step = (steps.find((one) => one * power >= atLeast) ?? 10) * power
  const last = Math.ceil(max / step - 1e-9)
  // Whole multiples, so that no sum of fractions is off.
  return Array.from({ length: last + 1 }, (_, at) => Number((at * step).toPrecision(12)))
}
