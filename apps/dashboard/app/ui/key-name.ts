import type { ApiKey } from '@carillon/client'

/** The name of a key; if it has none, "Key that ends in" and its last four characters. */
export function keyName({ name, last4 }: Pick<ApiKey, 'name' | 'last4'>): string {
  return name ?? `Key that ends in ${last4}`
}
