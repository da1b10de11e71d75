import { randomUUIDv7 } from 'node:crypto'
import {
  insertOrganization,
  allowOrigin as insertOrigin,
  insertProfile,
  transaction,
  setCard as writeCard,
} from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'

/** Every organization begins with a profile of its own, its default one. */
export async function createOrganization(
  context: Context,
  { name }: { name: string },
): Promise<{ organizationId: string; defaultProfileId: string }> {
  const organizationId = randomUUIDv7()
  const defaultProfileId = randomUUIDv7()
  const now = context.now()
  await transaction(context.db, async (tx) => {
    await insertOrganization(tx, { id: organizationId, name, created_at: now })
    await insertProfile(tx, {
      id: defaultProfileId,
      organization_id: organizationId,
      name: 'Default',
      external_id: null,
      metadata: null,
      created_at: now,
    })
  })
  return { organizationId, defaultProfileId }
}

/** Lets connection sessions of the organization redirect to addresses of this origin. */
export async function allowOrigin(
  context: Context,
  { organizationId, origin }: { organizationId: string; origin: string },
): Promise<{ organizationId: string; origin: string }> {
  const url = URL.parse(origin)
  if (!url || !/^https?:$/.test(url.protocol) || url.origin !== origin.replace(/\/$/, '')) {
    throw new ServiceError('invalid_request', `"${origin}" is no origin; give one such as https://app.example.com.`)
  }
  await insertOrigin(context.db, { organization_id: organizationId, origin: url.origin })
  return { organizationId, origin: url.origin }
}

export async function setCard(
  context: Context,
  { organizationId, onFile }: { organizationId: string; onFile: boolean },
): Promise<{ organizationId: string; cardOnFile: boolean }> {
  if (!(await writeCard(context.db, organizationId, onFile))) {
    throw new ServiceError('invalid_request', `There is no organization ${organizationId}.`)
  }
  return { organizationId, cardOnFile: onFile }
}
