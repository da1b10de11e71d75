import { closed, limits, profileShape, uuid } from '@carillon/domain'
import type { Operation } from '../operation.ts'
import { object, paged, pageFields, profilePath } from '../parameters.ts'

const profileBody = object(
  {
    name: {
      type: 'string',
      minLength: 1,
      maxLength: limits.profileName,
      description: 'The name of the profile. Must be unique in the organization.',
    },
    externalId: {
      type: ['string', 'null'],
      maxLength: limits.profileExternalId,
      description: 'Your own id of the customer. Must be unique in the organization; null or an empty string for none.',
    },
    metadata: {
      type: ['object', 'null'],
      additionalProperties: true,
      description:
        'Your own data about the profile, at most 16 KiB as compact JSON in UTF-8; null for none. An integer beyond 9007199254740991 that a JavaScript number cannot represent is rejected: send it as a string.',
    },
  },
  ['name'],
)

export const profileOperations = {
  'profiles.list': {
    method: 'get',
    path: '/profiles',
    tag: 'Profiles',
    scope: 'profiles:read',
    summary: 'List profiles',
    description: `Returns the profiles of the organization, oldest first; the oldest is the default profile. A key that is bound to profiles gets only these. Without a limit, the request is rejected (\`invalid_request\`) if the profiles have more than ${limits.listCharacters / 1_000_000} million characters together: read them in pages.`,
    profile: 'none',
    query: object(pageFields, []),
    responses: {
      200: {
        description: 'The profiles of the organization.',
        schema: paged(closed({ profiles: { type: 'array', items: profileShape } })),
      },
    },
    errors: [],
  },
  'profiles.create': {
    method: 'post',
    path: '/profiles',
    tag: 'Profiles',
    scope: 'profiles:write',
    summary: 'Create a profile',
    description:
      'Creates a profile, which represents one end customer or brand and has connected accounts. A request with an Idempotency-Key can be repeated: for 24 hours after the first that succeeded, it gets the response of that one or, with a different body, `idempotency_conflict`.',
    profile: 'none',
    wholeOrganization: true,
    headers: {
      type: 'object',
      properties: {
        'idempotency-key': {
          type: 'string',
          minLength: 1,
          maxLength: 255,
          description:
            'A string of your choice that you send with no other profile, such as a UUID. Send it again if you repeat the request.',
        },
      },
    },
    body: profileBody,
    responses: { 201: { description: 'The new profile.', schema: profileShape } },
    errors: [
      'profile_scope_violation',
      'invalid_profile',
      'profile_name_conflict',
      'profile_external_id_conflict',
      'idempotency_conflict',
    ],
  },
  'profiles.get': {
    method: 'get',
    path: '/profiles/{profileId}',
    tag: 'Profiles',
    scope: 'profiles:read',
    summary: 'Read a profile',
    description: 'Returns the profile with its externalId and metadata.',
    profile: 'path',
    params: profilePath,
    responses: { 200: { description: 'The profile.', schema: profileShape } },
    errors: ['profile_not_found'],
  },
  'profiles.replace': {
    method: 'put',
    path: '/profiles/{profileId}',
    tag: 'Profiles',
    scope: 'profiles:write',
    summary: 'Replace a profile',
    description:
      'Sets the name, the externalId and the metadata of the profile. An omitted externalId or metadata becomes null.',
    profile: 'path',
    params: profilePath,
    body: profileBody,
    responses: { 200: { description: 'The updated profile.', schema: profileShape } },
    errors: ['profile_not_found', 'invalid_profile', 'profile_name_conflict', 'profile_external_id_conflict'],
  },
  'profiles.delete': {
    method: 'delete',
    path: '/profiles/{profileId}',
    tag: 'Profiles',
    scope: 'profiles:write',
    summary: 'Delete a profile',
    description:
      'Deletes the profile with its connect links, slots and webhook endpoints, and the API keys that are bound to it alone, with all keys that they created; keys that are bound to further profiles lose it. Its accounts are disconnected: their stored comments and messages are deleted, their scheduled posts fail, and their posts on the platforms stay. If it was the default profile, the oldest remaining profile becomes the default.',
    profile: 'path',
    wholeOrganization: true,
    params: profilePath,
    responses: {
      200: { description: 'The profile is deleted.', schema: closed({ id: uuid, deleted: { const: true } }) },
    },
    errors: ['profile_not_found', 'profile_scope_violation'],
  },
} as const satisfies Record<string, Operation>
