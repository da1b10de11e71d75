import { operationIds, operationRow } from '@carillon/contract'
import {
  alternativesOf,
  type Document,
  jsonOf,
  listsIn,
  type OperationObject,
  type Parameter,
  pagedList,
  parametersOf,
  resolved,
  type Schema,
} from '../openapi/schema.ts'
import { type Field, fieldOf, fieldsOf } from './fields.ts'
import { descriptionOf, singular, titleOf } from './titles.ts'

/** The value by which the variants of a body are distinguished. */
const discriminator = 'platform'

/** Headers that the node sets itself, or has no use for. */
const ownHeaders = ['X-Request-Id', 'X-Publish-Before', 'Idempotency-Key', 'If-None-Match']

/** Parameters of a page, which the node counts itself. */
const pageParameters = ['limit', 'cursor']

/** The rows of the contract, keyed by the id of their operation. */
const rows = new Map(operationIds.map((id) => [String(id), operationRow(id)]))

type Located = Field & { in: Parameter['in'] | 'body' }

interface Variant {
  platform: string
  fields: Located[]
}

const inBody = (fields: readonly Field[]): Located[] => fields.map((field) => ({ in: 'body', ...field }))

/** The platform of a body, or of the post that it contains; null if it has none. */
function platformOf(leaf: Schema, document: Document): string | null {
  const { [discriminator]: own, post } = leaf.properties ?? {}
  if (typeof own?.const === 'string') return own.const
  const [first] = post ? alternativesOf(post, document) : []
  return first ? platformOf(first, document) : null
}

/** The fields of a body: those of every variant, or those of each by its platform. */
function bodyOf(schema: Schema | undefined, document: Document): { fields: Located[]; variants: Variant[] } {
  if (schema === undefined) return { fields: [], variants: [] }
  const groups = Map.groupBy(alternativesOf(schema, document), (leaf) => platformOf(leaf, document))
  const shared = groups.get(null) ?? []
  const variants = [...groups].flatMap(([platform, leaves]) =>
    platform === null ? [] : [{ platform, fields: inBody(fieldsOf(leaves, document)) }],
  )
  if (variants.length === 0) return { fields: inBody(fieldsOf(shared, document)), variants }
  // A body without a platform is one variant more.
  const none = shared.length > 0 ? [{ platform: '', fields: inBody(fieldsOf(shared, document)) }] : []
  return { fields: [], variants: [...variants, ...none] }
}

/** The list that a response is: the one of its pages, or the only thing it contains. */
function listOf(operation: OperationObject, paged: string | null, document: Document): string | null {
  const { properties = {} } = resolved(jsonOf(operation.responses['200']) ?? {}, document)
  return paged ?? (Object.keys(properties).length === 1 ? (listsIn(operation, document)[0] ?? null) : null)
}

const firstSentence = (text: string): string => descriptionOf(text.split(/(?<=[.!?]) (?=[A-Z])/)[0] ?? text)

function operationOf(path: string, method: string, operation: OperationObject, document: Document) {
  const { operationId: id, tags, summary, description, requestBody } = operation
  const parameters = parametersOf(operation, document)
  const takes = (name: string) => parameters.some((parameter) => parameter.name === name)
  const paged = pagedList(operation, document)
  const shown = parameters.filter(
    ({ name }) => !ownHeaders.includes(name) && !(paged !== null && pageParameters.includes(name)),
  )
  const isSafe = takes('X-Publish-Before')
  const list = listOf(operation, paged, document)
  const { fields, variants } = bodyOf(jsonOf(requestBody), document)
  const located = shown.map(({ name, in: place, required, description: text, schema }): Located => {
    const described = text === undefined ? schema : { ...schema, description: text }
    return { in: place, ...fieldOf(name, described, required === true, document) }
  })
  return {
    id,
    resource: singular(tags[0] ?? ''),
    method,
    path: path.replace(/^\/api\/v1/, ''),
    name: titleOf(summary),
    action: summary,
    // How a write is sent once is the node's business.
    ...(description && !isSafe && { description: firstSentence(description) }),
    ...(isSafe && { isSafe }),
    ...(takes('Idempotency-Key') && { isIdempotent: true }),
    ...(rows.get(id)?.changesNothing && { isRead: true }),
    ...(list && { list }),
    ...(paged !== null && { isPaged: true }),
    ...(rows.get(id)?.repeatsItems && { repeatsItems: true }),
    fields: [...located, ...fields],
    ...(variants.length > 0 && { variants }),
  }
}

/** Every operation as the n8n node shows it. */
export function n8nOperations(document: object): string {
  const whole = document as Document
  const all = Object.entries(whole.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationOf(path, method, operation, whole)),
  )
  const resources = whole.tags.map(({ name, description }) => ({
    name: singular(name),
    description: descriptionOf(description),
  }))
  const line = (value: object) => `  ${JSON.stringify(value)},`
  return `// Generated from the OpenAPI document by \`npm run reference\`. Do not edit.

import type { Operation, Resource } from '../operation.ts'

export const resources: readonly Resource[] = [
${resources.map(line).join('\n')}
]

export const operations: readonly Operation[] = [
${all.map(line).join('\n')}
]
`
}
