/**
 * Returns a PromQL expression for the sum that was added to a counter within `range`, grouped by the label `by`; null:
 * not grouped. `increase` misses the first value of a series, so a series that is new in the range counts with its
 * whole value.
 */
export const added = (by: string | null, counter: string, range: string) =>
  `sum ${by === null ? '' : `by (${by}) `}(increase(${counter}[${range}]) > 0 or (${counter} unless ${counter} offset ${range}))`
