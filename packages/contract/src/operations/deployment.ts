import { closed, platformSetupShape, quotaShape } from '@carillon/domain'
import type { Operation } from '../operation.ts'

/** Facts about the deployment that its organizations may read. */
export const deploymentOperations = {
  'quotas.list': {
    method: 'get',
    path: '/usage/quotas',
    tag: 'Usage',
    scope: 'usage:read',
    summary: 'List daily quotas',
    description:
      'Returns the daily quotas that platforms set for the whole app, for each platform that is configured. All organizations of this deployment share them.',
    profile: 'none',
    wholeOrganization: true,
    responses: {
      200: { description: 'The quotas.', schema: closed({ quotas: { type: 'array', items: quotaShape } }) },
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
        description: 'All platforms.',
        schema: closed({ platforms: { type: 'array', items: platformSetupShape } }),
      },
    },
    errors: ['profile_scope_violation'],
  },
} as const satisfies Record<string, Operation>
