import { countAccounts, type Db, findOrganization } from '@carillon/database'
import { limits } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'

/** Refuses when `more` accounts would pass the free ones and no card is on file. */
export async function requireFreeAccount(
  context: Context,
  { db, organizationId, more }: { db: Db; organizationId: string; more: number },
): Promise<void> {
  const organization = await findOrganization(db, organizationId)
  if (organization?.card_on_file || more === 0) return
  const connected = await countAccounts(db, organizationId)
  if (connected + more <= limits.freeAccounts) return
  const { billingUrl } = context.config
  throw new ServiceError(
    'billing_required',
    `${connected} accounts are connected and ${limits.freeAccounts} are free. Put a card on file at ${billingUrl}, or disconnect one.`,
    { details: { billingUrl } },
  )
}
