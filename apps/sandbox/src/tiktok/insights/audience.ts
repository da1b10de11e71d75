import { apportionAmong } from '../../figures/shares.ts'

export const audience = {
  ages: ['18-24', '25-34', '35-44', '45-54', '55+'],
  genders: ['Female', 'Male', 'Other'],
  countries: ['US', 'GB', 'FR'],
  cities: ['London', 'Paris', 'Chicago'],
  sources: ['For You', 'Follow', 'Sound', 'Personal Profile', 'Search', 'Hashtag', 'Direct Message'],
}

const PRECISION = 10_000

/**
 * The part of the viewers or followers who belong to one group: `percentage` is a fraction from 0 to 1. A second field,
 * such as `gender`, has the name of the group.
 */
interface Fraction {
  percentage: number
  [field: string]: string | number
}

/**
 * Returns `{percentage, [field]: name}` for each name. The percentages are fractions that add up to 1. They are
 * simulated: derived from `key`, such as the id of a post or account, and `field`, so that they never change.
 */
export function split(key: string, field: string, names: readonly string[]): Fraction[] {
  return apportionAmong(PRECISION, `${key} ${field}`, names).map(([name, part]) => ({
    percentage: part / PRECISION,
    [field]: name,
  }))
}

/**
 * Returns fractions of a post's viewers: new and returning ones add up to 1, as do followers and others. They are
 * derived from `key`, the id of the post, so that they never change.
 */
export function audienceTypes(key: string): Fraction[] {
  return [
    ...split(key, 'type', ['NEW_VIEWER', 'RETURN_VIEWER']),
    ...split(key, 'type', ['FOLLOWER_PERCENT', 'NON_FOLLOWER_PERCENT']),
  ]
}
