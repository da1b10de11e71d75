import { findOrganizationLook, type OrganizationLook, updateOrganization } from '@carillon/database'
import type { Organization } from '@carillon/domain'
import type { Context } from '../context.ts'
import { unauthorized } from '../keys/authenticate.ts'
import type { UseCase } from '../request.ts'
import { encodeLogo, logoPath } from './logo.ts'

function view({ config }: Context, { id, name, color, logoHash }: OrganizationLook): Organization {
  const path = logoPath(logoHash)
  return { id, name, color, logoUrl: path && `${config.publicUrl}${path}` }
}

/**
 * Returns the name, colour and logo that customers see of the organization.
 * @throws ServiceError `unauthorized` if the organization was deleted meanwhile
 */
export const getOrganization: UseCase<'organization.get'> = async (context, { grant }) => {
  const row = await findOrganizationLook(context.db, grant.scope.organizationId)
  if (!row) throw unauthorized()
  return { status: 200, body: view(context, row) }
}

/**
 * Changes the name, colour or logo that customers see of the organization. Absent fields stay as they are; null removes
 * the colour or the logo.
 * @throws ServiceError `invalid_image` if the logo is not an image of an allowed type or size, `unauthorized` if the
 *   organization was deleted meanwhile
 */
export const changeOrganization: UseCase<'organization.update'> = async (context, { grant, input }) => {
  const { logo, ...names } = input.body
  const encoded = logo && (await encodeLogo(context, logo.base64, grant.scope.organizationId))
  const change = { ...names, ...(encoded !== undefined && { logo: encoded }) }
  const row = await updateOrganization(context.db, grant.scope.organizationId, change)
  if (!row) throw unauthorized()
  return { status: 200, body: view(context, row) }
}
