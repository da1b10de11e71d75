import { missingScopes, type OperationId, operationIds, operationRow } from '@carillon/contract'
import { fieldError, type ServiceError } from '@carillon/errors'
import type { RequestBackend } from '../request-backend.ts'
import { failureOf, isDone, resultOf } from '../results.ts'
import { rank } from '../search/bm25.ts'
import { type Tool, tool } from '../tool.ts'
import { isReading, operationOf, pathParametersOf, toolsetOf, toolsets, writesToNetwork } from '../toolsets.ts'
import type { View } from '../view.ts'
import { object } from './parameters.ts'

const maxFound = 5
/** The maximum length in characters of a response's text; the rest is cut off. */
const maxText = 100_000

const isInView = (id: OperationId, view: View) =>
  view.toolsets.has(toolsetOf(id)) && (isReading(id) || !view.isReadOnly)

function isPermitted(id: OperationId, { scopes }: RequestBackend): boolean {
  return missingScopes(operationRow(id), scopes).length === 0
}

/** Whether `call_operation` calls an operation: not those that write to a network or return a secret. */
const isCallable = (id: OperationId) => !writesToNetwork(id) && !operationRow(id).returnsSecret

const searchable = (id: OperationId) => {
  const { tag, summary, description = '', path } = operationRow(id)
  return { id, name: id, text: `${tag} ${summary} ${description} ${path}` }
}

/**
 * Returns the facts that a client needs to call an operation: its request, its scope and the schemas of its parameters.
 */
function described(id: OperationId) {
  const { method, path, scope, summary, description, params, query, body } = operationRow(id)
  const parts = { ...(params && { path: params }), ...(query && { query }), ...(body && { body }) }
  return { operationId: id, request: `${method.toUpperCase()} ${path}`, scope, summary, description, takes: parts }
}

const findOperation = tool({
  name: 'find_operation',
  title: 'Find another operation',
  description:
    'Searches all other operations of the API (ads, webhooks, keys, profiles, usage, events, moderation) by words, and shows their parameters for call_operation.',
  input: object({ query: { type: 'string', minLength: 1, maxLength: 200 } }, ['query']),
  effect: 'read',
  toolsets,
  operations: [],
  async run({ query }, { backend, view }) {
    const ids = operationIds.filter((id) => isInView(id, view) && isPermitted(id, backend) && isCallable(id))
    return resultOf({
      operations: rank(ids.map(searchable), query)
        .slice(0, maxFound)
        .map(({ id }) => described(id)),
    })
  },
})

/**
 * Returns the name of the tool among `others` to use instead of an operation that writes to a network; undefined
 * without one.
 */
function toolFor(id: OperationId, others: readonly Tool[]): string | undefined {
  return others.find(({ effect, operations }) => effect === 'public' && operations.includes(id))?.name
}

/**
 * Builds the tools `find_operation` and `call_operation`, which search and call any operation of the API that does not
 * write to a network or return a secret. For an operation that writes to a network, the error names the tool among
 * `others` to use instead.
 */
export function operationTools(others: readonly Tool[]): readonly Tool[] {
  const callOperation = tool({
    name: 'call_operation',
    title: 'Call another operation',
    description:
      'Calls an operation that find_operation has shown. It rejects those that write to a social network or return a secret.',
    input: object(
      {
        operationId: { type: 'string', maxLength: 64 },
        path: { type: 'object', additionalProperties: { type: 'string' } },
        query: { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } },
        body: { type: 'object' },
      },
      ['operationId'],
    ),
    effect: 'call',
    toolsets,
    operations: [],
    async run({ operationId, path, query, body }, { backend, view }) {
      const id = operationOf(operationId)
      if (id === undefined || !isInView(id, view)) {
        const message = `${JSON.stringify(operationId)} is not an operation that can be called here. Use find_operation.`
        throw fieldError({ path: ['operationId'], message, whole: 'arguments' })
      }
      if (!isCallable(id)) throw rejected(id, toolFor(id, others))
      const missing = pathParametersOf(id).find((name) => !path?.[name])
      if (missing !== undefined) throw fieldError({ path: ['path', missing], message: 'it is required' })
      const response = await backend.call({
        operation: id,
        ...(path && { path }),
        ...(query && { query }),
        ...(body && { body }),
      })
      if (!isDone(response)) return failureOf(response)
      const text = JSON.stringify(response.body)
      const facts = { operationId: id, status: response.status, isCut: text.length > maxText }
      return resultOf(facts, [{ what: `response of ${id}`, text: text.slice(0, maxText).toWellFormed() }])
    },
  })
  return [findOperation, callOperation]
}

function rejected(id: OperationId, name: string | undefined): ServiceError {
  const instead = name === undefined ? 'Use the API, the command line or the dashboard.' : `Use ${name}.`
  const does = operationRow(id).returnsSecret ? 'returns a secret' : 'writes to a social network'
  const message = `${id} ${does}, which call_operation does not. ${instead}`
  return fieldError({ path: ['operationId'], message, whole: 'arguments' })
}
