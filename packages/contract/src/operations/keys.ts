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
    description: 'Returns all keys, oldest first, including expired ones. lastUsedAt can be up to a minute late.',
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
    description: `apiKey is returned only in this response: store it at once. A key with a profileId has access to that profile only. A key that this key creates expires no later than it and is deleted with it. An organization has at most ${limits.keysPerOrganization} keys.`,
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
        profileId: { ...uuid, description: 'Restricts the key to this profile.' },
        profileIds: { ...profileIds, description: 'Restricts the key to these profiles; instead of profileId.' },
        scopes: {
          ...scopes,
          description: 'What the key may do; `:write` includes `:read`. Default: `*`, which is everything.',
        },
        preset: {
          enum: keysOf(keyPresets),
          description: 'A name for a list of scopes; instead of scopes. `assistant` requires budgets.',
        },
        budgets: {
          ...keyBudgetsShape,
          description:
            'What the key may use up, together with the keys that it creates; 0 is none. A budget that is absent is that of the key that creates it.',
        },
        allowedIps: {
          ...networks,
          description:
            'IP addresses and networks, such as 203.0.113.0/24, from which the key can be used. Default: those of the key that creates it.',
        },
        expiresAt: {
          ...timestamp,
          description:
            'When the key stops working. Must be in the future, and no later than the expiry of the key that creates it, which is the default.',
        },
      },
      ['name'],
    ),
    responses: {
      201: {
        description: 'The key that was created.',
        schema: closed({ ...apiKeyShape.properties, apiKey: { ...text, description: 'The key itself.' } }),
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
    description: 'Every key may read what it may do.',
    profile: 'none',
    responses: { 200: { description: 'The key of the request.', schema: apiKeyShape } },
    errors: [],
  },
  'keys.check': {
    method: 'post',
    path: '/keys/{keyId}/check',
    tag: 'Organization',
    scope: 'keys:read',
    summary: 'Check what narrower access would reject',
    description:
      'How many requests of the key in the last 7 days would have been rejected if it had only these scopes, profiles and IP addresses. Changes nothing. What is absent is not narrowed. Requests that are no longer kept do not count; see `GET /requests`.',
    profile: 'optional',
    changesNothing: true,
    wholeOrganization: true,
    params: object({ keyId: uuid }, ['keyId']),
    body: {
      ...object(
        {
          scopes: { ...scopes, description: 'The scopes that the key is to have.' },
          preset: { enum: keysOf(keyPresets), description: 'A name for a list of scopes; instead of scopes.' },
          profileId: { ...uuid, description: 'The only profile that the key is to reach.' },
          profileIds: { ...profileIds, description: 'The profiles that the key is to reach; instead of profileId.' },
          allowedIps: { ...networks, description: 'The IP addresses and networks from which it is to be used.' },
        },
        [],
      ),
      minProperties: 1,
    },
    responses: { 200: { description: 'What would have been rejected.', schema: keyCheckShape } },
    errors: ['profile_scope_violation', 'key_not_found', 'profile_not_found'],
  },
  'keys.update': {
    method: 'patch',
    path: '/keys/{keyId}',
    tag: 'Organization',
    scope: 'keys:write',
    summary: 'Change an API key',
    description:
      'Fields that are absent stay as they are. Scopes and profiles can only be narrowed. Budgets, IP addresses and expiry can also be widened, as far as the key of the request and the keys that created the changed one allow. A change that would leave a key with more access than the one that created it is rejected. Every gateway applies the change within seconds.',
    profile: 'optional',
    wholeOrganization: true,
    params: object({ keyId: uuid }, ['keyId']),
    body: {
      ...object(
        {
          name: { type: 'string', minLength: 1, maxLength: limits.keyName, description: 'The purpose of the key.' },
          scopes: { ...scopes, description: 'What the key may still do.' },
          preset: { enum: keysOf(keyPresets), description: 'A name for a list of scopes; instead of scopes.' },
          profileId: { ...uuid, description: 'The only profile that the key still reaches.' },
          profileIds: { ...profileIds, description: 'The profiles that the key still reaches; instead of profileId.' },
          budgets: {
            ...keyBudgetsShape,
            type: ['object', 'null'],
            description:
              'The budgets of the key, instead of all that it has; null for none. What was used today stays counted. A budget that is limited for the key of the request can be raised only by a key that created the changed one.',
          },
          allowedIps: {
            ...networks,
            type: ['array', 'null'],
            description: 'The IP addresses and networks from which the key can be used; null for all.',
          },
          expiresAt: {
            ...timestamp,
            type: ['string', 'null'],
            description: 'When the key stops working, which is in the future; null for never.',
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
      'Deletes the key and the keys that it created, directly or through others. Requests with them are rejected within seconds. A key can delete itself.',
    profile: 'none',
    wholeOrganization: true,
    params: object({ keyId: uuid }, ['keyId']),
    responses: {
      200: {
        description: 'The key is deleted.',
        schema: closed({
          keyId: uuid,
          deleted: { const: true },
          deletedKeyIds: {
            type: 'array',
            items: uuid,
            description: 'The ids of all deleted keys, oldest first: this key and the keys that it created.',
          },
        }),
      },
    },
    errors: ['profile_scope_violation', 'key_not_found'],
  },
} as const satisfies Record<string, Operation>
