import type { Field } from './field.ts'

/** The name of the option of a field: `accountId` is `account-id`. */
export function optionName(name: string): string {
  return name
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
}

/** Whether a field has an option of its own: objects and lists of objects are given by `--field` or `--body`. */
export function hasOption({ name, in: place, types }: Field): boolean {
  return place !== 'path' && !name.includes('.') && /\b(?:string|integer|number|boolean|list)\b/.test(types)
}
