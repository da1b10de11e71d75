import { createHash } from 'node:crypto'

/** Returns an integer from 0 to `max`, both inclusive, that is always the same for the same `key` and `max`. */
export function pick(key: string, max: number): number {
  return createHash('sha256').update(key).digest().readUInt32BE(0) % (max + 1)
}

/**
 * Splits the integer `total` into integers in proportion to the weights, in their order. The parts add up to `total`.
 */
function apportion(total: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  let passed = 0
  let given = 0
  return weights.map((weight) => {
    passed += weight
    const part = Math.round((total * passed) / Math.max(1, all)) - given
    given += part
    return part
  })
}

/**
 * Splits the integer `total` among names and returns the parts in the order of the names. The parts add up to `total`.
 * They look random, but depend only on the arguments. Without names, returns an empty list.
 */
export function apportionAmong(total: number, key: string, names: readonly string[]): [name: string, part: number][] {
  const parts = apportion(
    total,
    names.map((name) => 1 + pick(`${key} ${name}`, 99)),
  )
  return names.map((name, index) => [name, parts[index] ?? 0])
}
