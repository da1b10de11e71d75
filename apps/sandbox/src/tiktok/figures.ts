import { createHash } from 'node:crypto'

/** A whole number from 0 to `max` that is always the same for the same key. */
export function figure(key: string, max: number): number {
  return createHash('sha256').update(key).digest().readUInt32BE(0) % (max + 1)
}

/** Fractions of 1 that add up to about 1, the same for the same key. */
export function split<K extends string>(
  key: string,
  field: K,
  names: string[],
): (Record<K, string> & { percentage: number })[] {
  const weights = names.map((name) => 1 + figure(`${key} ${field} ${name}`, 99))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return names.map((name, index) => {
    const part = { percentage: Math.round(((weights[index] ?? 0) / total) * 10_000) / 10_000 }
    return Object.assign(part, { [field]: name } as Record<K, string>)
  })
}

export const audience = {
  ages: ['18-24', '25-34', '35-44', '45-54', '55+'],
  genders: ['Female', 'Male', 'Other'],
  countries: ['US', 'GB', 'FR'],
  cities: ['London', 'Paris', 'Chicago'],
  types: ['NEW_VIEWER', 'RETURN_VIEWER'],
  sources: ['For You', 'Follow', 'Sound', 'Personal Profile', 'Search', 'Hashtag', 'Direct Message'],
}
