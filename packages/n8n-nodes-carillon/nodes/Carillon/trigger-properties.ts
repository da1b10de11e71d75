import type { INodeProperties } from 'n8n-workflow'
import { operations } from './generated/operations.ts'

/** What an endpoint can be created for: types of events, and those that stand for several. */
function eventTypes(): readonly string[] {
  const endpoint = operations.find(({ id }) => id === 'webhookEndpoints.create')
  return endpoint?.fields.find(({ name }) => name === 'types')?.options ?? []
}

/** Returns the parameters of the trigger: types of events, and a profile. */
export function triggerProperties(): INodeProperties[] {
  return [
    {
      displayName: 'Events',
      name: 'events',
      type: 'multiOptions',
      options: eventTypes().map((type) => ({ name: type === '*' ? 'All' : type, value: type })),
      default: ['*'],
      required: true,
      description: 'The events that start the workflow',
    },
    {
      displayName: 'Profile Name or ID',
      name: 'profileId',
      type: 'options',
      typeOptions: { loadOptionsMethod: 'getProfiles' },
      default: '',
      description:
        'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
    },
  ]
}
