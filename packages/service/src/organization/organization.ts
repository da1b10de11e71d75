import { findOrganization, updateOrganization } from '@carillon/database'
import type { Organization } from '@carillon/domain'
import { unauthorized } from '../keys/authenticate.ts'
import type { UseCase } from '../request.ts'

const view = ({ id, name, color }: Organization): Organization => ({ id, name, color })

/** Returns what customers see of the organization. */
export const getOrganization: UseCase<'organization.get'> = async ({ db }, { grant }) => {
  const row = await findOrganization(db, grant.scope.organizationId)
  if (!row) throw unauthorized()
  return { status: 200, body: view(row) }
}

/** Changes what customers see of the organization. */
export const changeOrganization: UseCase<'organization.update'> = async ({ db }, { grant, input }) => {
  const row = await updateOrganization(db, grant.scope.organizationId, input.body)
  if (!row) throw unauthorized()
  return { status: 200, body: view(row) }
}
