import { closed, platformSetupShape, quotaShape } from '@carillon/domain'
import type { Operation } from '../operation.ts'

/** The operations that return facts about the whole deployment, keyed by operation id. */
export const deploymentOperations = {
  'quotas.list': {
    method: 'get',
    path: '/usage/quotas',
    tag: 'Usage',
    scope: 'usage:read',
    summary: 'List daily quotas',
    description:
      "Returns the daily quotas that platforms set for this deployment's app, with their use today (each platform's own day, see resetsAt), for each platform that is configured. All organizations of the deployment share them.",
    profile: 'none',
    wholeOrganization: true,
    responses: {
      200: {
        description: 'The daily quotas, with their use today.',
        schema: closed({ quotas: { type: 'array', items: quotaShape } }),
      },
    },
    errors: ['profile_scope_violation'],
  },
  'platforms.list': {
    method: 'get',
    path: '/platforms',
    tag: 'Organization',
    scope: null,
    summary: 'List platforms and their settings',
    description:
      'Returns for each platform whether this deployment has the settings required to connect accounts, and the names of missing settings.',
    profile: 'none',
    wholeOrganization: true,
    responses: {
      200: {
        description: 'All platforms, each with its state and missing settings.',
        schema: closed({ platforms: { type: 'array', items: platformSetupShape } }),
      },
    },
    errors: ['profile_scope_violation'],
  },
} as const satisfies Record<string, Operation>
