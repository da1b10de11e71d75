import type { Connection } from './connection.ts'
import { type OperationId, type Operations, operationTable } from './generated/operations.ts'
import type { CallOptions } from './operation-types.ts'
import { pagesOf } from './pages.ts'
import type { AnyRequest } from './request-of.ts'
import { operationIds, sendOperation } from './send-operation.ts'

type Row = (typeof operationTable)[OperationId]

/** Builds the request of an operation. `requestId` of the options becomes the header `X-Request-Id`. */
export function requestFor(id: OperationId, input: Pick<AnyRequest, 'path' | 'query' | 'body'>, options: CallOptions) {
  const { method, path: template } = operationTable[id]
  const { requestId, headers, ...rest } = options
  const ofRequest = requestId === undefined ? {} : { 'X-Request-Id': requestId }
  return { method, template, ...input, ...rest, headers: { ...headers, ...ofRequest } } satisfies AnyRequest
}

const camel = (word: string) => word.replace(/-(\w)/g, (_whole, letter: string) => letter.toUpperCase())

/** Returns a function with the arguments of `Operations`: path parameters, body, query, options, in this order. */
function functionOf(connection: Connection, id: OperationId) {
  const row: Row = operationTable[id]
  const names = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const kinds = 'inputs' in row ? row.inputs.split(' ') : []
  return (...args: readonly object[]) => {
    const path = Object.fromEntries(names.map((name, at) => [name, String(args[at])]))
    const { body, query } = Object.fromEntries(kinds.map((kind, at) => [kind, args[names.length + at]]))
    const options = args[names.length + kinds.length] ?? {}
    const read = async <Data>(more: object) => {
      const request = requestFor(id, { path, body, query: { ...query, ...more } }, options)
      return (await sendOperation<Data>(connection, id, request)).data
    }
    return 'items' in row ? pagesOf(read, row) : read({})
  }
}

/** An operation, with the parts of its id that are left below the level at which it is. */
type Named = { id: OperationId; words: readonly string[] }

function level(connection: Connection, operations: readonly Named[]): Operations {
  const groups = new Map<string, Named[]>()
  for (const { id, words } of operations) {
    const [word = '', ...rest] = words
    groups.set(word, [...(groups.get(word) ?? []), { id, words: rest }])
  }
  const members: readonly unknown[][] = [...groups].map(([word, inside]) => {
    const leaf = inside.find(({ words }) => words.length === 0)
    return [word, leaf ? functionOf(connection, leaf.id) : level(connection, inside)]
  })
  // The types are generated from the same table.
  return Object.fromEntries(members)
}

/** Builds the functions of all operations, nested by the parts of their ids, such as `accounts.list(…)`. */
export function namedOperations(connection: Connection): Operations {
  const all = operationIds.map((id) => ({ id, words: id.split('.').map(camel) }))
  return level(connection, all)
}
