import { capabilities, cellOf, type Platform, platforms, rejectionCode, supports } from '@carillon/domain'
import { catalogueRow, errorCodes, keysOf, type RetryAdvice } from '@carillon/errors'
import { errorsByStatus } from './openapi/responses.ts'
import { apiPrefix, openApiDocument } from './openapi.ts'
import type { Operation } from './operation.ts'
import { type OperationId, operationIds, operationRow } from './operations/index.ts'
import { eventsPage } from './reference/events.ts'
import { page, table } from './reference/markdown.ts'

const advice: Record<RetryAdvice, string> = {
  never: 'no',
  backoff: 'yes, with increasing delays, if `X-Should-Retry` is true',
  after: 'after `Retry-After`',
  reconnect: 'after the user has reconnected the account',
  'with-care': 'read the state first',
}

function errorsPage(): string {
  const rows = errorCodes.map((code) => {
    const { statuses, meaning, retry, places } = catalogueRow(code)
    return [`\`${code}\``, statuses.join(', ') || 'none', meaning, advice[retry], places.join(', ')]
  })
  return page(
    '# Errors',
    'Every error response is `{"error": {"code", "message", "details"?, "requestId", "docUrl"}}`. Branch on `code`; `message` is for humans and may change. `requestId` is the `X-Request-Id` of the response, `docUrl` leads to the description of the code. *Occurs in*: an error response (`response`), the `errors` of a read of several accounts (`aggregate`), or the `error` of a connection session (`session`).',
    table(['Code', 'Status', 'Meaning', 'Retry', 'Occurs in'], rows),
  )
}

/** Returns a cell of the capability matrix as text: `no`, `yes`, or its limits as `name: value`. */
function limitsIn(held: false | object): string {
  if (held === false) return 'no'
  const limits = Object.entries(held).map(([name, value]) => `${name}: ${[value].flat().join(', ')}`)
  return limits.length === 0 ? 'yes' : limits.join('; ')
}

function capabilitiesPage(): string {
  const rows = keysOf(capabilities).map((capability) => {
    const { title } = capabilities[capability]
    return [
      title,
      ...platforms.map((platform) => limitsIn(cellOf(capability, platform))),
      `\`${rejectionCode(capability)}\``,
    ]
  })
  return page(
    '# Capabilities of each platform',
    'A cell is `no`, `yes`, or the limits of the platform. The last column is the error code if a platform does not support the capability.',
    table(['', ...platforms, 'Error code'], rows),
  )
}

const resolution: Record<Operation['profile'], string> = {
  none: 'Applies to the whole organization',
  path: 'Applies to the profile in the path',
  required: 'Requires `profileId` or `accountId`',
  optional: 'Accepts `profileId` or `accountId`',
}

function platformsOf({ platform: only, capability }: Operation): readonly Platform[] {
  if (only !== undefined) return [only]
  return capability === undefined ? [] : platforms.filter((platform) => supports(capability, platform))
}

function operationPart(operation: Operation): string {
  const { method, path, summary, description } = operation
  const served = platformsOf(operation)
  const errors = [...errorsByStatus(operation)].map(([status, codes]) => [
    String(status),
    codes.map((code) => `\`${code}\``).join(', '),
  ])
  const successes = Object.entries(operation.responses).map(([status, { description }]) => [status, description])
  return [
    `### ${method.toUpperCase()} ${apiPrefix}${path}`,
    [`${summary}.`, description].filter(Boolean).join(' '),
    [`${resolution[operation.profile]}.`, served.length > 0 ? `Platforms: ${served.join(', ')}.` : '']
      .filter(Boolean)
      .join(' '),
    table(['Status', 'Response'], [...successes, ...errors]),
  ].join('\n\n')
}

function schemaPart(title: string, schema: unknown): string {
  return `#### ${title}\n\n\`\`\`json\n${JSON.stringify(schema)}\n\`\`\``
}

/** Builds a Markdown page about one operation, with the JSON Schemas of its parameters and request bodies. */
export function operationMarkdown(id: OperationId): string {
  const row = operationRow(id)
  const { params, query, headers, body, variants = {} } = row
  const taken = Object.entries({ Path: params, Query: query, Headers: headers, Body: body })
  const bodies = Object.entries(variants).map(([platform, schema]) => [`Body for ${platform}`, schema] as const)
  const schemas = [...taken, ...bodies].filter(([, schema]) => schema !== undefined)
  return `${[`# ${id}`, operationPart(row), ...schemas.map(([title, schema]) => schemaPart(title, schema))].join('\n\n')}\n`
}

function operationsPage(): string {
  const rows = operationIds.map(operationRow)
  const used = [...new Set(rows.map(({ tag }) => tag))]
  const parts = used.flatMap((tag) => [`## ${tag}`, ...rows.filter((each) => each.tag === tag).map(operationPart)])
  return page(
    '# Operations',
    'All operations of the API. [openapi.json](openapi.json) describes their fields, [errors.md](errors.md) the error codes.',
    ...parts,
  )
}

/** Builds the content of the reference pages, keyed by file name. The result is deterministic. */
export function referencePages(): Record<string, string> {
  return {
    'errors.md': errorsPage(),
    'events.md': eventsPage(),
    'capabilities.md': capabilitiesPage(),
    'operations.md': operationsPage(),
    'openapi.json': `${JSON.stringify(openApiDocument(), null, 2)}\n`,
  }
}
