import { findOrganization } from '@carillon/database'
import { billingRejection, type Platform } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { Context } from './context.ts'

/**
 * Checks that the organization has a card on file if the platform charges for every call. Reads the database only for
 * such a platform.
 * @throws ServiceError with the platform's billing code (such as `x_billing_required`) if there is no card on file
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
