import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow'
import { clientOf } from './connect.ts'

/** The accounts from which a parameter is chosen. */
export async function getAccounts(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  const client = await clientOf(this)
  const choices: INodePropertyOptions[] = []
  for await (const { accountId, platform, displayIdentifier } of client.accounts.list()) {
    choices.push({ name: `${displayIdentifier ?? accountId} (${platform})`, value: accountId })
  }
  return choices
}

/** The profiles from which a parameter is chosen. */
export async function getProfiles(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  const client = await clientOf(this)
  const choices: INodePropertyOptions[] = []
  for await (const { id, name } of client.profiles.list()) choices.push({ name, value: id })
  return choices
}
