import { closed, platformSetupShape, quotaShape } from '@carillon/domain'
import type { Operation } from '../operation.ts'

/** What an organization may know of the deployment that it runs on. */
export const deploymentOperations = {
  'quotas.list': {
    method: 'get',
    path: '/usage/quotas',
    tag: 'Usage',
    summary: 'List daily quotas',
    description:
      'Returns the quotas that platforms count by the day for the whole app, of the platforms that are configured here. All organizations of this deployment share them.',
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
    summary: 'List platforms and their settings',
    description:
      'Returns for each platform whether this deployment has the settings that connecting its accounts takes, and the names of those that are missing.',
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
