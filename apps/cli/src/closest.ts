/** Returns the minimum number of letters that have to be added, removed or replaced to change `one` into `other`. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (const [index, second] of [...other].entries()) {
      const replaced = (row[index] ?? 0) + (letter === second ? 0 : 1)
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/**
 * Returns the name that a user may have meant: the one that differs from the given text in the fewest letters (added,
 * removed or replaced). Undefined above three letters, or above half the length of the text.
 */
export function closest(names: readonly string[], given: string): string | undefined {
  const max = Math.min(3, Math.floor(given.length / 2))
  const near = names.map((name) => ({ name, by: distance(name, given) })).filter(({ by }) => by <= max)
  return near.toSorted((one, other) => one.by - other.by)[0]?.name
}
