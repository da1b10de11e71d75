const steps = [1, 2, 2.5, 5, 10]

/** The ticks of an axis from zero to `max` or just above, about `count` steps of a round number apart. */
export function axisTicks(max: number, count = 4): number[] {
  if (!(max > 0)) return [0]
  const atLeast = max / count
  const power = 10 ** Math.floor(Math.log10(atLeast))
  const step = (steps.find((one) => one * power >= atLeast) ?? 10) * power
  const last = Math.ceil(max / step - 1e-9)
  // Whole multiples, so that no sum of fractions is off.
  return Array.from({ length: last + 1 }, (_, at) => Number((at * step).toPrecision(12)))
}
