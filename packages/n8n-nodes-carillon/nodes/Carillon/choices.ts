import type { Client } from '@carillon/client'
import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow'
import { clientOf } from './connect.ts'
import { optionalFields } from './properties.ts'

/** The maximum number of profiles whose accounts are offered while no profile is chosen. */
const maxProfiles = 100

interface Profile {
  id: string
  name: string
}

/** Returns the profiles of the organization, at most `max`. */
async function listProfiles(client: Client, max: number): Promise<Profile[]> {
  const profiles: Profile[] = []
  for await (const profile of client.profiles.list()) {
    profiles.push(profile)
    if (profiles.length === max) break
  }
  return profiles
}

/**
 * Returns the accounts from which a parameter is chosen, their ids as values: those of the profile that is chosen under
 * *Additional Fields*, or else those of the first 100 profiles. A profile that is given by an expression counts as not
 * chosen.
 */
export async function getAccounts(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  const client = await clientOf(this)
  const chosen = this.getCurrentNodeParameter(`${optionalFields}.profileId`)
  const isChosen = typeof chosen === 'string' && chosen !== '' && !chosen.startsWith('=')
  const profiles = isChosen ? [await client.profiles.get(chosen)] : await listProfiles(client, maxProfiles)
  const choices: INodePropertyOptions[] = []
  for (const { id: profileId, name } of profiles) {
    for await (const { accountId, platform, displayIdentifier } of client.accounts.list({ profileId })) {
      choices.push({ name: `${displayIdentifier ?? accountId} (${platform}), ${name}`, value: accountId })
    }
  }
  return choices
}

/** Returns all profiles of the API key, from which a parameter is chosen, their ids as values. */
export async function getProfiles(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  const profiles = await listProfiles(await clientOf(this), Infinity)
  return profiles.map(({ id, name }) => ({ name, value: id }))
}
