import { eventTypeNames, eventTypePatterns, headerProblem, limits, timestamp } from '@carillon/domain'
import { fieldError } from '@carillon/errors'

const selected = [...eventTypePatterns, ...eventTypeNames]

const typeSelection = {
  type: 'array',
  items: { type: 'string', enum: selected },
  minItems: 1,
  maxItems: selected.length,
  uniqueItems: true,
  description: `Types of events. These patterns select several types: ${eventTypePatterns.join(', ')}.`,
} as const

export const endpointFields = {
  url: {
    type: 'string',
    minLength: 1,
    maxLength: 2_048,
    description:
      'The URL to which events are posted: https at a public host, on port 443 or a port from 1024 on. A redirect is not followed: the attempt fails.',
  },
  types: typeSelection,
  headers: {
    type: 'object',
    maxProperties: limits.webhookHeaders,
    additionalProperties: { type: 'string', maxLength: 2_048 },
    'x-rule':
      'Rejected names: host, user-agent, cookie, expect, content-*, webhook-*, and headers of the connection, such as te and upgrade.',
    description:
      'Headers that are sent with each delivery, such as authorization, keyed by name. Their values are stored encrypted and never returned.',
  },
  enabled: {
    type: 'boolean',
    description: 'Whether events are delivered to the endpoint. A new endpoint is enabled by default.',
  },
} as const

const description = { maxLength: 500, description: 'A description of the endpoint, for your own use.' } as const

export const newDescription = { type: 'string', ...description } as const
export const changedDescription = {
  type: ['string', 'null'],
  ...description,
  description: 'A description of the endpoint, for your own use; null removes it.',
} as const

export const replayFields = {
  since: { ...timestamp, description: 'Only events that were stored at this time or later.' },
  until: { ...timestamp, description: 'Only events that were stored at this time or earlier. Default: now.' },
  types: {
    ...typeSelection,
    description: `${typeSelection.description} Only those that the endpoint has selected are delivered. Default: all of these.`,
  },
  onlyFailed: {
    type: 'boolean',
    description:
      'Whether to leave out events with a delivery to the endpoint that has the status delivered. A delivery that was retried counts with its last status. Default: false.',
  },
  dryRun: { type: 'boolean', description: 'Whether to count the deliveries without creating them. Default: false.' },
} as const

/**
 * Checks the headers that a client wants Carillon to send with each delivery to its webhook endpoint: that each name is
 * valid, not reserved (such as `host`, `content-…`, `webhook-…`) and not given twice in different case, and that each
 * value is printable ASCII.
 * @throws ServiceError `invalid_request` that names the first invalid header
 */
export function requireHeaders({ headers = {} }: { headers?: Readonly<Record<string, string>> }): void {
  const names = new Set<string>()
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase()
    const problem = names.has(lower) ? 'is given twice' : headerProblem(name, value)
    if (problem !== undefined) throw fieldError({ path: ['headers', name], message: problem })
    names.add(lower)
  }
}
