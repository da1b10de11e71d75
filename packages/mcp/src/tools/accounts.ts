import { hasKeyScope } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import { fieldsOf, listOf, pick, textOf } from '../fields.ts'
import type { InternalResponse, RequestBackend } from '../request-backend.ts'
import { failureOf, isDone, resultOf } from '../results.ts'
import { tool } from '../tool.ts'
import { toolsets } from '../toolsets.ts'
import { object, platform, profileId } from './parameters.ts'

const accountFields = [
  ...['accountId', 'profileId', 'platform', 'providerId', 'displayIdentifier', 'displayName', 'status'],
  ...['missingScopes', 'setup', 'health'],
]

/** The maximum number of profiles whose accounts one call lists. */
const profilesPerCall = 10

const whoami = tool({
  name: 'whoami',
  title: 'Describe the API key',
  description: 'Shows what this API key may do: its scopes, profiles, budgets and expiry.',
  input: object({}, []),
  effect: 'read',
  toolsets: ['accounts'],
  operations: ['keys.current'],
  async run(_args, { backend }) {
    const response = await backend.call({ operation: 'keys.current' })
    return isDone(response) ? resultOf(response.body) : failureOf(response)
  },
})

/**
 * Returns the profiles for a call that names none: those to which the key is bound, otherwise one page of all. Returns
 * the response of a request that failed instead.
 * @throws ServiceError `profile_required` if the key is not bound to profiles and cannot list them
 */
async function profilesFor(
  { call, scopes }: RequestBackend,
  cursor: string | undefined,
): Promise<InternalResponse | { ids: string[]; nextCursor: unknown }> {
  const key = await call({ operation: 'keys.current' })
  if (!isDone(key)) return key
  const bound = key.body['profileIds'] ?? (key.body['profileId'] && [key.body['profileId']])
  if (Array.isArray(bound)) return { ids: bound.map(String), nextCursor: null }
  if (!hasKeyScope(scopes, 'profiles:read')) {
    throw new ServiceError('profile_required', 'This API key cannot list profiles: name one by profileId.')
  }
  const profiles = await call({ operation: 'profiles.list', query: { limit: profilesPerCall, cursor } })
  if (!isDone(profiles)) return profiles
  return {
    ids: listOf(profiles.body['profiles']).map(({ id }) => textOf(id)),
    nextCursor: profiles.body['nextCursor'] ?? null,
  }
}

const listAccounts = tool({
  name: 'list_accounts',
  title: 'List connected accounts',
  description:
    'Lists the connected social media accounts with their accountId, platform, name and status, which other tools need.',
  input: object(
    { profileId, cursor: { type: 'string', maxLength: 128, description: 'nextCursor of the previous result.' } },
    [],
  ),
  effect: 'read',
  toolsets,
  operations: ['accounts.list', 'keys.current'],
  async run({ profileId: named, cursor }, { backend }) {
    const profiles = named === undefined ? await profilesFor(backend, cursor) : { ids: [named], nextCursor: null }
    if ('status' in profiles) return failureOf(profiles)
    const responses = await Promise.all(
      profiles.ids.map((id) => backend.call({ operation: 'accounts.list', query: { profileId: id } })),
    )
    const failed = responses.find((response) => !isDone(response))
    if (failed !== undefined) return failureOf(failed)
    const accounts = responses.flatMap(({ body }) => listOf(body['accounts']))
    return resultOf({
      accounts: accounts.map((account) => pick(account, accountFields)),
      nextCursor: profiles.nextCursor,
      errors: responses.flatMap(({ body }) => listOf(body['errors'])),
    })
  },
})

const connectAccount = tool({
  name: 'connect_account',
  title: 'Connect an account',
  description:
    'Starts to connect (log in, authorize) a social media account. Give the returned authorizationUrl to the user, who opens it in a browser.',
  input: object(
    {
      platform,
      profileId,
      handle: {
        type: 'string',
        maxLength: 253,
        description: 'Where the platform takes one: the handle of the account.',
      },
      redirectUrl: { type: 'string', maxLength: 2048 },
    },
    ['platform', 'profileId'],
  ),
  effect: 'change',
  toolsets: ['accounts'],
  operations: ['connections.start'],
  async run({ profileId: id, ...body }, { backend }) {
    const response = await backend.call({ operation: 'connections.start', path: { profileId: id }, body })
    return isDone(response) ? resultOf(fieldsOf(response.body)) : failureOf(response)
  },
})

export const accountTools = [whoami, listAccounts, connectAccount]
