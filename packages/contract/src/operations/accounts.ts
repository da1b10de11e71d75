import { accountShape, aggregateShape, closed, uuid } from '@carillon/domain'
import type { Operation } from '../operation.ts'
import { accountFilter, accountPath, object, paged, pageFields, profilePath } from '../parameters.ts'

const accounts = paged(aggregateShape({ accounts: { type: 'array', items: accountShape } }))

const aggregate = {
  200: { description: 'The accounts. None of their connections has expired.', schema: accounts },
  207: {
    description:
      'The accounts. Some of their connections have expired, or there are more than 10,000 and the rest is left out; see errors.',
    schema: accounts,
  },
} as const

export const accountOperations = {
  'accounts.list': {
    method: 'get',
    path: '/accounts',
    tag: 'Accounts',
    scope: 'accounts:read',
    summary: 'List connected accounts',
    description:
      'Returns the connected accounts of the profile that profileId names, or the one account that accountId names. An account whose connection has expired is listed and also contained in errors; the status is then 207.',
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
      'Returns the accounts of the profile. An account whose connection has expired is listed and also contained in errors; the status is then 207.',
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
    summary: 'Allow or forbid paid background reads',
    description:
      'For accounts on x only: allows Carillon to read the analytics (`analytics`) and messages (`inbox`) of the account in the background, or forbids it, as x bills every read. This version makes no such reads: the values are only stored. To allow one, the organization needs a card on file, and the user must have granted its scopes. Omitted fields keep their value.',
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
    description:
      'Deletes the account with its credentials and its stored comments and messages. Posts on the platform stay. Scheduled posts of the account fail at once. If the platform supports it, Carillon then revokes its access there, unless Carillon still has the same social account (on whatsapp, a number of the same business account) in another profile or organization. The account is deleted even if that fails.',
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
      'Refreshes the tokens of all accounts of the profile now; where the platform issues no new ones, as on facebook, they are only checked. Accounts that have expired, or whose refresh fails or does not end in time, are listed only in errors; the status is then 207, or 502 if there are no others. The tokens of whatsapp are neither refreshed nor checked: its accounts that have not expired are returned unchanged. This is rarely needed: Carillon refreshes tokens automatically before they expire.',
    profile: 'path',
    params: profilePath,
    responses: {
      200: { description: 'All accounts of the profile, none with an error.', schema: accounts },
      207: { description: 'The accounts without an error; errors lists the others.', schema: accounts },
    },
    errors: ['profile_not_found', 'provider_unavailable', 'provider_error'],
  },
} as const satisfies Record<string, Operation>
