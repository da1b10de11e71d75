import type { Body, Client } from '@carillon/client'
import type { IDataObject, IHookFunctions } from 'n8n-workflow'
import { clientOf } from './connect.ts'

/** The endpoint of an active workflow, as n8n stores it with the node. Empty without one. */
export interface KeptEndpoint extends IDataObject {
  endpointId?: string
  secret?: string
  /** The profile that the node names; empty or absent if it names none. The API key may then give the endpoint one. */
  profileId?: string
}

type Wanted = Pick<Body<'webhookEndpoints.create'>, 'url' | 'types' | 'profileId'>

export const keptEndpoint = (context: Pick<IHookFunctions, 'getWorkflowStaticData'>): KeptEndpoint =>
  context.getWorkflowStaticData('node')

const webhookUrl = (context: IHookFunctions): string => String(context.getNodeWebhookUrl('default'))

/** Returns the types of events that the user has selected. */
export const wantedTypes = (context: Pick<IHookFunctions, 'getNodeParameter'>): Wanted['types'] =>
  // The options of the parameter are the types of the contract.
  context.getNodeParameter('events') as Wanted['types']

function wantedEndpoint(context: IHookFunctions): Wanted {
  const profileId = String(context.getNodeParameter('profileId', ''))
  return { url: webhookUrl(context), types: wantedTypes(context), ...(profileId !== '' && { profileId }) }
}

const sameTypes = (one: readonly string[], other: readonly string[]): boolean =>
  one.toSorted().join() === other.toSorted().join()

/**
 * Returns whether the endpoint of the workflow exists, is enabled, has the URL, types and profile of the node, and its
 * secret is stored.
 */
export async function isInPlace(context: IHookFunctions): Promise<boolean> {
  const { endpointId, secret, profileId = '' } = keptEndpoint(context)
  const client = await clientOf(context)
  const wanted = wantedEndpoint(context)
  const { webhookEndpoints } = await client.webhookEndpoints.list()
  const own = webhookEndpoints.find(({ id }) => id === endpointId)
  if (own === undefined || secret === undefined) return false
  const isSame = own.url === wanted.url && profileId === (wanted.profileId ?? '')
  return isSame && sameTypes(own.types, wanted.types) && own.status === 'enabled'
}

/** Deletes the endpoints of the workflow: the one that is stored, and those of its URL whose secrets were lost. */
async function deleteOwn(context: IHookFunctions, client: Client): Promise<void> {
  const { endpointId } = keptEndpoint(context)
  const { webhookEndpoints } = await client.webhookEndpoints.list()
  const own = webhookEndpoints.filter(({ id, url }) => id === endpointId || url === webhookUrl(context))
  for (const { id } of own) await client.webhookEndpoints.delete(id)
}

/**
 * Creates the endpoint of the workflow and stores it with the node. Deletes the stored one before, and others with its
 * URL. Returns true.
 */
export async function createEndpoint(context: IHookFunctions): Promise<boolean> {
  const client = await clientOf(context)
  await deleteOwn(context, client)
  const wanted = wantedEndpoint(context)
  const { id, secret } = await client.webhookEndpoints.create({ ...wanted, description: 'n8n' })
  Object.assign(keptEndpoint(context), { endpointId: id, secret, profileId: wanted.profileId ?? '' })
  return true
}

/** Deletes the endpoint of the workflow, and others with its URL. Returns true, also if it has no endpoint. */
export async function deleteEndpoint(context: IHookFunctions): Promise<boolean> {
  await deleteOwn(context, await clientOf(context))
  const kept = keptEndpoint(context)
  delete kept.endpointId
  delete kept.secret
  delete kept.profileId
  return true
}
