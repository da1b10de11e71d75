import { closed, limits, profileShape, uuid } from '@carillon/domain'
import type { Operation } from '../operation.ts'
import { object, profilePath } from '../parameters.ts'

const profileBody = object(
  {
    name: {
      type: 'string',
      minLength: 1,
      maxLength: limits.profileName,
      description: 'No other profile of the organization may have it.',
    },
    externalId: {
      type: ['string', 'null'],
      maxLength: limits.profileExternalId,
      description: 'Your own id of the customer; no other profile of the organization may have it.',
    },
    metadata: {
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'Anything of your own, at most 16 KiB as compact JSON in UTF-8.',
    },
  },
  ['name'],
)

export const profileOperations = {
  'profiles.list': {
    method: 'get',
    path: '/profiles',
    tag: 'Profiles',
    summary: 'List profiles',
    description: 'The default profile comes first. A key bound to one profile sees only that one.',
    profile: 'none',
    responses: {
      200: {
        description: 'The profiles of the organization.',
        schema: closed({ profiles: { type: 'array', items: profileShape } }),
      },
    },
    errors: [],
  },
  'profiles.create': {
    method: 'post',
    path: '/profiles',
    tag: 'Profiles',
    summary: 'Create a profile',
    description:
      'With an Idempotency-Key a request can be repeated for 24 hours and gets the response of the first one.',
    profile: 'none',
    wholeOrganization: true,
    headers: {
      type: 'object',
      properties: {
        'idempotency-key': {
          type: 'string',
          minLength: 1,
          maxLength: 255,
          description: 'Any text of your own; one for each profile that is to be created.',
        },
      },
    },
    body: profileBody,
    responses: { 201: { description: 'The profile that was created.', schema: profileShape } },
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
    summary: 'Read a profile',
    description: 'The profile with its own externalId and metadata.',
    profile: 'path',
    params: profilePath,
    responses: { 200: { description: 'The profile.', schema: profileShape } },
    errors: ['profile_not_found'],
  },
  'profiles.replace': {
    method: 'put',
    path: '/profiles/{profileId}',
    tag: 'Profiles',
    summary: 'Replace a profile',
    description: 'Fields that are left out become null.',
    profile: 'path',
    params: profilePath,
    body: profileBody,
    responses: { 200: { description: 'The profile as it is now.', schema: profileShape } },
    errors: ['profile_not_found', 'invalid_profile', 'profile_name_conflict', 'profile_external_id_conflict'],
  },
  'profiles.delete': {
    method: 'delete',
    path: '/profiles/{profileId}',
    tag: 'Profiles',
    summary: 'Delete a profile',
    description: 'Disconnects its accounts too. When it was the default, the oldest remaining profile becomes it.',
    profile: 'path',
    wholeOrganization: true,
    params: profilePath,
    responses: {
      200: { description: 'The profile is gone.', schema: closed({ id: uuid, deleted: { const: true } }) },
    },
    errors: ['profile_not_found', 'profile_scope_violation'],
  },
} as const satisfies Record<string, Operation>
