import { accountShape, aggregateShape, closed, uuid } from '@carillon/domain'
import type { Operation } from '../operation.ts'
import { accountFilter, accountPath, object, paged, pageFields, profilePath } from '../parameters.ts'

const accounts = paged(aggregateShape({ accounts: { type: 'array', items: accountShape } }))

const aggregate = {
  200: { description: 'Every account was read.', schema: accounts },
  207: { description: 'Some accounts failed; see errors.', schema: accounts },
} as const

export const accountOperations = {
  'accounts.list': {
    method: 'get',
    path: '/accounts',
    tag: 'Accounts',
    scope: 'accounts:read',
    summary: 'List connected accounts',
    description:
      'Returns the accounts of all selected profiles. An account whose credentials can no longer be used is listed and also contained in errors.',
    profile: 'required',
    query: object({ ...accountFilter.properties, ...pageFields }, []),
    responses: aggregate,
    errors: ['profile_required', 'profile_not_found', 'account_not_found'],
  },
  'accounts.listOfProfile': {
    method: 'get',
    path: '/profiles/{profileId}/accounts',
    tag: 'Accounts',
    scope: 'accounts:read',
    summary: "List a profile's connected accounts",
    description:
      'Returns the accounts of the profile. An account whose connection has expired is listed and also contained in errors.',
    profile: 'path',
    params: profilePath,
    query: object(pageFields, []),
    responses: aggregate,
    errors: ['profile_not_found'],
  },
  'accounts.get': {
    method: 'get',
    path: '/profiles/{profileId}/accounts/{accountId}',
    tag: 'Accounts',
    scope: 'accounts:read',
    summary: 'Read a connected account',
    description: 'Returns the account with its status. Tokens are never returned.',
    profile: 'path',
    params: accountPath,
    responses: { 200: { description: 'The account.', schema: accountShape } },
    errors: ['profile_not_found', 'account_not_found'],
  },
  'accounts.update': {
    method: 'patch',
    path: '/profiles/{profileId}/accounts/{accountId}',
    tag: 'Accounts',
    scope: 'accounts:write',
    summary: 'Turn paid background reads on or off',
    description: 'Only for accounts on x, which bills every read.',
    profile: 'path',
    capability: 'accounts.switches',
    params: accountPath,
    body: object({ xCapabilities: object({ analytics: { type: 'boolean' }, inbox: { type: 'boolean' } }, []) }, [
      'xCapabilities',
    ]),
    responses: { 200: { description: 'The updated account.', schema: accountShape } },
    errors: ['profile_not_found', 'account_not_found', 'not_supported', 'reconnect_required', 'x_billing_required'],
  },
  'accounts.disconnect': {
    method: 'delete',
    path: '/profiles/{profileId}/accounts/{accountId}',
    tag: 'Accounts',
    scope: 'accounts:write',
    summary: 'Disconnect an account',
    description: 'Deletes the account and its credentials, and revokes the grant if the platform supports it.',
    profile: 'path',
    params: accountPath,
    responses: {
      200: {
        description: 'The account is disconnected.',
        schema: closed({ accountId: uuid, deleted: { const: true } }),
      },
    },
    errors: ['profile_not_found', 'account_not_found'],
  },
  'accounts.refresh': {
    method: 'post',
    path: '/profiles/{profileId}/accounts/refresh',
    tag: 'Accounts',
    scope: 'accounts:write',
    summary: "Refresh every account's access token",
    description:
      'Refreshes the tokens of all accounts at once and lists the accounts that fail. Carillon also refreshes tokens automatically before they expire.',
    profile: 'path',
    params: profilePath,
    responses: aggregate,
    errors: ['profile_not_found', 'provider_unavailable', 'provider_error'],
  },
} as const satisfies Record<string, Operation>
