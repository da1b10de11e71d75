import {
  eventFields,
  eventReadScopes,
  eventTypeNames,
  eventTypes,
  maxEventDataBytes,
  truncatedField,
} from '@carillon/domain'
import { eventRowOf } from '../events/index.ts'
import { sampleEvent } from '../events/sample-event.ts'
import { nameOf } from '../openapi/names.ts'
import { page, table } from './markdown.ts'

const meaning: Readonly<Record<string, string>> = {
  type: 'One of the types below. Ignore types that you do not know: new ones are added.',
  object: 'What the event is about: `{type, id}`.',
  data: `The object as the API returned it at that moment, at most ${maxEventDataBytes / 1024} KiB as JSON. New fields are added.`,
  apiVersion: 'Always `v1`.',
}

function fieldRows(): string[][] {
  const { apiVersion, ...fields } = eventFields
  const rows = { ...fields, data: {}, truncated: truncatedField, apiVersion }
  return Object.entries(rows).map(([name, field]) => [
    `\`${name}\``,
    meaning[name] ?? ('description' in field ? field.description : ''),
  ])
}

function typeRows(): string[][] {
  return eventTypeNames.map((type) => {
    const { description, data } = eventRowOf(type)
    const name = typeof data === 'object' ? nameOf(data) : undefined
    const object = eventTypes[type]
    const scope = eventReadScopes[object]
    const cells = [`\`${type}\``, description, `\`${object}\``, `\`${name ?? 'object'}\``]
    return [...cells, scope === null ? 'none' : `\`${scope}\``]
  })
}

/** Builds the reference page `events.md`: the fields of events, all types and an example. */
export function eventsPage(): string {
  const example = sampleEvent('publish.published', {
    id: '0199d1f2-4455-7d6e-8f70-8192a3b4c5d6',
    timestamp: '2026-11-20T09:30:02.140Z',
  })
  return page(
    '# Events',
    'An event says that something of the organization has changed. [openapi.json](openapi.json) has the schema of each type under `webhooks`, with an example.',
    table(['Field', 'Meaning'], fieldRows()),
    '## Types',
    '`<object>.*`, such as `publish.*`, selects all types that begin with it, and `*` all types but `ping`. A key reads, and its endpoints receive, only events whose scope it has.',
    table(['Type', 'Raised when', '`object.type`', 'Schema of `data`', 'Scope'], typeRows()),
    '## Example',
    `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``,
  )
}
