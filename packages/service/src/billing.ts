import { findOrganization } from '@carillon/database'
import { billingRejection, type Platform } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { Context } from './context.ts'

/**
 * Checks that a card is on file if the network bills every call.
 * @throws ServiceError `billing_required`
 */
export async function requireCard(context: Context, organizationId: string, platform: Platform): Promise<void> {
  const code = billingRejection(platform)
  if (!code) return
  const organization = await findOrganization(context.db, organizationId)
  if (organization?.cardOnFile) return
  const { billingUrl } = context.config
  throw new ServiceError(code, `${platform} bills every call and needs a card on file. Add one at ${billingUrl}.`, {
    details: { billingUrl },
  })
}
