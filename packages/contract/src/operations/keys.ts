import {
  apiKeyShape,
  closed,
  keyBudgetsShape,
  keyCheckShape,
  keyPresets,
  keyScopes,
  limits,
  text,
  timestamp,
  uuid,
} from '@carillon/domain'
import { keysOf } from '@carillon/errors'
import type { Operation } from '../operation.ts'
import { object } from '../parameters.ts'

const profileIds = { type: 'array', items: uuid, minItems: 1, maxItems: limits.profilesPerKey } as const

const scopes = { type: 'array', items: { enum: keyScopes }, minItems: 1, maxItems: keyScopes.length } as const

const preset = {
  enum: keysOf(keyPresets),
  description: `A name for a list of scopes, to send instead of scopes. full: everything. read: all \`:read\` scopes but those of keys and of the audit log. publisher: ${keyPresets.publisher.join(', ')}. moderator: ${keyPresets.moderator.join(', ')}. assistant: those of publisher and moderator.`,
} as const

const networks = {
  type: 'array',
  items: { type: 'string', minLength: 2, maxLength: 49 },
  minItems: 1,
  maxItems: limits.networksPerKey,
} as const

export const keyOperations = {
  'keys.list': {
    method: 'get',
    path: '/keys',
    tag: 'Organization',
    scope: 'keys:read',
    summary: 'List API keys',
    description: `Returns all keys, oldest first, including expired ones, without pages: an organization has at most ${limits.keysPerOrganization} in all. lastUsedAt is up to a minute behind.`,
    profile: 'none',
    wholeOrganization: true,
    responses: {
      200: {
        description: 'The API keys of the organization.',
        schema: closed({ keys: { type: 'array', items: apiKeyShape } }),
      },
    },
    errors: ['profile_scope_violation'],
  },
  'keys.create': {
    method: 'post',
    path: '/keys',
    tag: 'Organization',
    scope: 'keys:write',
    summary: 'Create an API key',
    description: `The secret, \`apiKey\`, is returned only in this response: store it at once. A new key with \`profileId\` or \`profileIds\` has access to these profiles only. A new key never has more access than the key of the request, and expires no later: a request for more is rejected. Budgets, IP addresses and an expiry that are omitted are those of the key of the request. The new key is deleted when that key is deleted. An organization has at most ${limits.keysPerOrganization} keys, including expired ones.`,
    profile: 'optional',
    wholeOrganization: true,
    body: object(
      {
        name: {
          type: 'string',
          minLength: 1,
          maxLength: limits.keyName,
          description: 'The purpose of the key, such as the program that uses it.',
        },
        profileId: {
          ...uuid,
          description: 'Restricts the key to this profile. Default: it has access to all profiles of the organization.',
        },
        profileIds: {
          ...profileIds,
          description: 'Restricts the key to these profiles, to send instead of profileId.',
        },
        scopes: {
          ...scopes,
          description:
            'The operations that the key may call; `:write` includes `:read`. The key of the request must have each of them. Default: `*`, which is everything: if the key of the request does not have it, send scopes or a preset.',
        },
        preset: { ...preset, description: `${preset.description} assistant requires budgets.` },
        budgets: {
          ...keyBudgetsShape,
          description:
            'The maximum that the key may use, of budgets per day together with the keys that it creates: requests beyond it are rejected, and 0 allows nothing. Default for each budget: that of the key of the request; without one, it is unlimited.',
        },
        allowedIps: {
          ...networks,
          description:
            'IP addresses and networks, such as 203.0.113.0/24, from which the key can be used. Default: those of the key of the request.',
        },
        expiresAt: {
          ...timestamp,
          description:
            'When the key stops working. Must be in the future, and no later than the expiry of the key of the request. Default: that expiry, or never if it has none.',
        },
      },
      ['name'],
    ),
    returnsSecret: true,
    responses: {
      201: {
        description: 'The key that was created.',
        schema: closed({
          ...apiKeyShape.properties,
          apiKey: {
            ...text,
            description: 'The secret of the key, to send as a bearer token. It is returned only in this response.',
          },
        }),
      },
    },
    errors: ['profile_scope_violation', 'insufficient_scope', 'profile_not_found', 'key_limit_reached'],
  },
  'keys.current': {
    method: 'get',
    path: '/keys/current',
    tag: 'Organization',
    scope: null,
    summary: 'Describe the API key of the request',
    description:
      'Returns the scopes, profiles, budgets and allowed IP addresses of the API key that makes the request. No scope is required.',
    profile: 'none',
    responses: { 200: { description: 'The key of the request.', schema: apiKeyShape } },
    errors: [],
  },
  'keys.check': {
    method: 'post',
    path: '/keys/{keyId}/check',
    tag: 'Organization',
    scope: 'keys:read',
    summary: 'Check which requests narrower access would reject',
    description:
      'Returns how many requests of the key in the last 7 days would have been rejected if it had had only the scopes, profiles and IP addresses in the body. Changes nothing. Only requests that are still kept count; see `GET /requests`.',
    profile: 'optional',
    changesNothing: true,
    wholeOrganization: true,
    params: object({ keyId: uuid }, ['keyId']),
    body: {
      ...object(
        {
          scopes: {
            ...scopes,
            description:
              'The scopes with which the requests of the key are checked. If omitted, scopes are not checked.',
          },
          preset,
          profileId: {
            ...uuid,
            description:
              'The only profile to which the key would have access. If omitted with profileIds, profiles are not checked.',
          },
          profileIds: {
            ...profileIds,
            description: 'The profiles to which the key would have access, to send instead of profileId.',
          },
          allowedIps: {
            ...networks,
            description:
              'Checks the key as if it were limited to these IP addresses and networks (CIDR). If omitted, addresses are not checked.',
          },
        },
        [],
      ),
      minProperties: 1,
    },
    responses: { 200: { description: 'The requests that would have been rejected.', schema: keyCheckShape } },
    errors: ['profile_scope_violation', 'key_not_found', 'profile_not_found'],
  },
  'keys.update': {
    method: 'patch',
    path: '/keys/{keyId}',
    tag: 'Organization',
    scope: 'keys:write',
    summary: 'Change an API key',
    description:
      'Changes a key. The key of the request must have all scopes of this key, and no smaller budgets. Omitted fields are kept. Scopes and profiles can only be narrowed. Budgets, IP addresses and expiry can also be widened, up to what the key of the request and the ancestors of the changed key (the key that created it, and so on) have themselves. A change that leaves the changed key with less access than a key that it created is rejected: narrow or delete that key first. Every gateway applies the change within seconds.',
    profile: 'optional',
    wholeOrganization: true,
    params: object({ keyId: uuid }, ['keyId']),
    body: {
      ...object(
        {
          name: { type: 'string', minLength: 1, maxLength: limits.keyName, description: 'The purpose of the key.' },
          scopes: { ...scopes, description: 'The scopes that the key keeps, which must be among those that it has.' },
          preset,
          profileId: { ...uuid, description: 'The only profile to which the key keeps access.' },
          profileIds: {
            ...profileIds,
            description: 'The profiles to which the key keeps access, to send instead of profileId.',
          },
          budgets: {
            ...keyBudgetsShape,
            type: ['object', 'null'],
            description:
              'Replaces all budgets of the key: one that is omitted is then unlimited, and null removes all. The use of today stays counted. If the key of the request has a limit for a budget, it can raise this budget only for keys that it created, directly or through others.',
          },
          allowedIps: {
            ...networks,
            type: ['array', 'null'],
            description: 'The IP addresses and networks from which the key can be used; null for all.',
          },
          expiresAt: {
            ...timestamp,
            type: ['string', 'null'],
            description: 'When the key stops working. Must be in the future; null for never.',
          },
        },
        [],
      ),
      minProperties: 1,
    },
    responses: { 200: { description: 'The changed key.', schema: apiKeyShape } },
    errors: ['profile_scope_violation', 'insufficient_scope', 'key_not_found', 'profile_not_found'],
  },
  'keys.delete': {
    method: 'delete',
    path: '/keys/{keyId}',
    tag: 'Organization',
    scope: 'keys:write',
    summary: 'Delete an API key',
    description:
      'Deletes the key and all its descendants: the keys that it created, those that they created, and so on. Requests with these keys are rejected within seconds. Posts that they scheduled are held (see `POST /schedules/{scheduleId}/release`). The key of the request must have all scopes of this key, and no smaller budgets; a key can delete itself.',
    profile: 'none',
    wholeOrganization: true,
    params: object({ keyId: uuid }, ['keyId']),
    responses: {
      200: {
        description: 'The key and its descendants are deleted.',
        schema: closed({
          keyId: uuid,
          deleted: { const: true },
          deletedKeyIds: {
            type: 'array',
            items: uuid,
            description: 'The ids of all deleted keys, oldest first: this key and its descendants.',
          },
        }),
      },
    },
    errors: ['profile_scope_violation', 'key_not_found'],
  },
} as const satisfies Record<string, Operation>
