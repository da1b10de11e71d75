import type { ApiKey } from '@carillon/client'

/** The name of a key; the end of the key itself where it has none. */
export function keyName({ name, last4 }: Pick<ApiKey, 'name' | 'last4'>): string {
  return name ?? `Key that ends in ${last4}`
}
