import { profileSlotsShape, slotFields, uuid } from '@carillon/domain'
import type { Operation } from '../operation.ts'
import { object, profilePath } from '../parameters.ts'

const row = { tag: 'Schedules', path: '/profiles/{profileId}/slots', profile: 'path', params: profilePath } as const

export const slotOperations = {
  'slots.get': {
    ...row,
    method: 'get',
    scope: 'schedules:read',
    summary: 'Read the slots of a profile',
    description: 'With an accountId, the response has the next slot at which this account has no schedule.',
    query: object({ accountId: uuid }, []),
    responses: { 200: { description: 'The slots.', schema: profileSlotsShape } },
    errors: ['profile_not_found', 'account_not_found'],
  },
  'slots.replace': {
    ...row,
    method: 'put',
    scope: 'schedules:write',
    summary: 'Replace the slots of a profile',
    description:
      'Slots are the times of each week at which the accounts of the profile publish. A schedule with publishAt {"nextSlot": true} gets the next one that is free for its account. Schedules that have a slot keep their time.',
    body: object(slotFields, ['timeZone', 'slots']),
    responses: { 200: { description: 'The slots.', schema: profileSlotsShape } },
    errors: ['profile_not_found'],
  },
} as const satisfies Record<string, Operation>
