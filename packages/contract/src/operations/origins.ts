import { closed, text } from '@carillon/domain'
import type { Operation } from '../operation.ts'
import { object } from '../parameters.ts'

const origin = {
  type: 'string',
  minLength: 1,
  maxLength: 300,
  description:
    'Scheme and host in lower case, and the port unless it is the default one, such as https://app.example.com: https, or http on localhost. Patterns are not supported.',
} as const

export const originOperations = {
  'origins.list': {
    method: 'get',
    path: '/origins',
    tag: 'Organization',
    scope: 'accounts:read',
    summary: 'List allowed origins',
    description: 'Returns the origins to which connection sessions and connect links may redirect (`redirectUrl`).',
    profile: 'none',
    wholeOrganization: true,
    responses: {
      200: {
        description: 'The allowed origins in alphabetical order.',
        schema: closed({ origins: { type: 'array', items: text } }),
      },
    },
    errors: ['profile_scope_violation'],
  },
  'origins.create': {
    method: 'post',
    path: '/origins',
    tag: 'Organization',
    scope: 'accounts:write',
    summary: 'Allow an origin',
    description:
      'Allows connection sessions and connect links to redirect to every URL of this origin. Allowing an origin again has no effect. An organization has at most 1,000 origins.',
    profile: 'none',
    wholeOrganization: true,
    body: object({ origin }, ['origin']),
    responses: { 201: { description: 'The origin is allowed.', schema: closed({ origin: text }) } },
    errors: ['profile_scope_violation', 'origin_limit_reached'],
  },
  'origins.delete': {
    method: 'delete',
    path: '/origins',
    tag: 'Organization',
    scope: 'accounts:write',
    summary: 'Remove an allowed origin',
    description:
      'New connection sessions cannot redirect to the origin, and connect links with a redirectUrl there can no longer start one. Sessions in progress can still redirect to it.',
    profile: 'none',
    wholeOrganization: true,
    query: object({ origin }, ['origin']),
    responses: {
      200: { description: 'The origin is removed.', schema: closed({ origin: text, deleted: { const: true } }) },
    },
    errors: ['profile_scope_violation', 'origin_not_found'],
  },
} as const satisfies Record<string, Operation>
