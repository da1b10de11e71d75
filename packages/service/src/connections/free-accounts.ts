import { countOfOrganization, type Db, findOrganization } from '@carillon/database'
import { limits } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'

/**
 * Checks that the organization may connect `more` further accounts; 0 is always allowed.
 * @throws ServiceError `billing_required` if more accounts would be connected than are free, and no card is on file
 */
export async function requireFreeAccount(
  context: Context,
  { db, organizationId, more }: { db: Db; organizationId: string; more: number },
): Promise<void> {
  const organization = await findOrganization(db, organizationId)
  if (organization?.cardOnFile || more === 0) return
  const connected = await countOfOrganization(db, organizationId, 'account')
  if (connected + more <= limits.freeAccounts) return
  const { billingUrl } = context.config
  const left = Math.max(0, limits.freeAccounts - connected)
  const found = `${connected} accounts are connected and ${limits.freeAccounts} are free`
  const message =
    left === 0
      ? `${found}. Put a card on file at ${billingUrl}, or disconnect one.`
      : `${found}: ${more} more were picked and ${left} fit. Pick at most ${left}, or put a card on file at ${billingUrl}.`
  throw new ServiceError('billing_required', message, { details: { billingUrl } })
}
