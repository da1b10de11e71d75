import type { INodeProperties } from 'n8n-workflow'
import type { Operation } from './operation.ts'

/** Returns the parameters that say how many entries of a list are returned; empty for a list without pages. */
export function pageProperties({ isPaged }: Operation): INodeProperties[] {
  if (!isPaged) return []
  return [
    {
      displayName: 'Return All',
      name: 'returnAll',
      type: 'boolean',
      default: false,
      description: 'Whether to return all results or only up to a given limit',
    },
    {
      displayName: 'Limit',
      name: 'limit',
      type: 'number',
      typeOptions: { minValue: 1 },
      displayOptions: { show: { returnAll: [false] } },
      default: 50,
      description: 'Max number of results to return',
    },
  ]
}

/** Returns whether an operation publishes a post, which alone may be in progress when the response arrives. */
export const isPublish = ({ id }: Operation): boolean => id === 'posts.publish'

export function waitProperties(operation: Operation): INodeProperties[] {
  if (!isPublish(operation)) return []
  return [
    {
      displayName: 'Wait for Completion',
      name: 'waitForCompletion',
      type: 'boolean',
      default: true,
      description:
        'Whether to wait until the post is published, has failed, or its outcome is unknown. Otherwise, a publish that takes long is returned as processing.',
    },
  ]
}

const requestId: INodeProperties = {
  displayName: 'Request ID',
  name: 'requestId',
  type: 'string',
  default: '',
  placeholder: 'e.g. {{ $json.orderId }}',
  description:
    'Your own ID for this write, different for each item: 1 to 128 letters, digits, dots, hyphens and underscores. What was sent with it before is looked up and not sent again, also in another execution. Default: an ID of this item of this execution.',
}

const storeWithin: INodeProperties = {
  displayName: 'Store Within (Seconds)',
  name: 'storeWithin',
  type: 'number',
  typeOptions: { minValue: 5, maxValue: 600 },
  default: 120,
  description:
    'How long the service may take to store the write. After a lost response, the node waits as long before it decides.',
}

const onUnknown: INodeProperties = {
  displayName: 'If the Outcome Is Unknown',
  name: 'onUnknown',
  type: 'options',
  options: [
    {
      name: 'Return the Publish',
      value: 'return',
      description: 'The item has the status unknown. Look at the account, then resolve the publish.',
    },
    { name: 'Stop With an Error', value: 'fail' },
  ],
  default: 'return',
}

/** Returns the options of an operation that must not be carried out twice (`isSafe`); empty for any other. */
export function optionsOf(operation: Operation): INodeProperties[] {
  if (!operation.isSafe) return []
  return [
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add option',
      default: {},
      options: [...(isPublish(operation) ? [onUnknown] : []), requestId, storeWithin],
    },
  ]
}
