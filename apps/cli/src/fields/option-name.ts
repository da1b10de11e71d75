import type { Field } from './field.ts'

/**
 * Returns the name of the option for a field, in lower case: `accountId` becomes `account-id`, and characters other
 * than letters and digits become hyphens, as in `budgets-campaigns-per-day` for `budgets.campaignsPerDay`.
 */
export function optionName(name: string): string {
  return name
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
}

/**
 * Returns whether a field has an option of its own, such as `--account-id`. Parameters of the path are arguments
 * instead; objects, fields within them, and lists of objects are given with `--field` or `--body`.
 */
export function hasOption({ name, in: place, types }: Field): boolean {
  return place !== 'path' && !name.includes('.') && /\b(?:string|integer|number|boolean|list)\b/.test(types)
}
