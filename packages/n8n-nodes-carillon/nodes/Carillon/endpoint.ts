import type { Body, Client } from '@carillon/client'
import type { IDataObject, IHookFunctions } from 'n8n-workflow'
import { clientOf } from './connect.ts'

/** The endpoint of a workflow, as n8n keeps it with the node. */
export interface KeptEndpoint extends IDataObject {
  endpointId?: string
  secret?: string
}

type Wanted = Pick<Body<'webhookEndpoints.create'>, 'url' | 'types' | 'profileId'>

export const keptEndpoint = (context: Pick<IHookFunctions, 'getWorkflowStaticData'>): KeptEndpoint =>
  context.getWorkflowStaticData('node')

const webhookUrl = (context: IHookFunctions): string => String(context.getNodeWebhookUrl('default'))

function wantedEndpoint(context: IHookFunctions): Wanted {
  const profileId = String(context.getNodeParameter('profileId', ''))
  // The options of the parameter are the types of the contract.
  const types = context.getNodeParameter('events') as Wanted['types']
  return { url: webhookUrl(context), types, ...(profileId !== '' && { profileId }) }
}

const sameTypes = (one: readonly string[], other: readonly string[]): boolean =>
  one.toSorted().join() === other.toSorted().join()

/** Whether the endpoint of the workflow is as it should be, and its secret known. */
export async function isInPlace(context: IHookFunctions): Promise<boolean> {
  const { endpointId, secret } = keptEndpoint(context)
  const client = await clientOf(context)
  const wanted = wantedEndpoint(context)
  const { webhookEndpoints } = await client.webhookEndpoints.list()
  const own = webhookEndpoints.find(({ id }) => id === endpointId)
  if (own === undefined || secret === undefined) return false
  const isSame = own.url === wanted.url && own.profileId === (wanted.profileId ?? null)
  return isSame && sameTypes(own.types, wanted.types) && own.status === 'enabled'
}

/** Deletes the endpoints of the workflow: the one that is kept, and those of its URL whose secrets were lost. */
async function deleteOwn(context: IHookFunctions, client: Client): Promise<void> {
  const { endpointId } = keptEndpoint(context)
  const { webhookEndpoints } = await client.webhookEndpoints.list()
  const own = webhookEndpoints.filter(({ id, url }) => id === endpointId || url === webhookUrl(context))
  for (const { id } of own) await client.webhookEndpoints.delete(id)
}

/** Creates the endpoint of the workflow, in place of those that it has left behind. */
export async function createEndpoint(context: IHookFunctions): Promise<boolean> {
  const client = await clientOf(context)
  await deleteOwn(context, client)
  const { id, secret } = await client.webhookEndpoints.create({ ...wantedEndpoint(context), description: 'n8n' })
  Object.assign(keptEndpoint(context), { endpointId: id, secret })
  return true
}

/** Deletes the endpoint of the workflow. */
export async function deleteEndpoint(context: IHookFunctions): Promise<boolean> {
  await deleteOwn(context, await clientOf(context))
  const kept = keptEndpoint(context)
  delete kept.endpointId
  delete kept.secret
  return true
}
