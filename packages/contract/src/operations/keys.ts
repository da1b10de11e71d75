import { apiKeyShape, closed, limits, text, timestamp, uuid } from '@carillon/domain'
import type { Operation } from '../operation.ts'
import { object } from '../parameters.ts'

export const keyOperations = {
  'keys.list': {
    method: 'get',
    path: '/keys',
    tag: 'Organization',
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
  'keys.delete': {
    method: 'delete',
    path: '/keys/{keyId}',
    tag: 'Organization',
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
