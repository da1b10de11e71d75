/** A parameter of a request, with the value that a collection gives it. */
interface Parameter {
  name: string
  value: string
  /** Whether the collection sends it: what is required, and the account, without which many reads need a profile. */
  isSent: boolean
}

/** A request of a collection: an operation of the API with its example. */
export interface CollectionRequest {
  id: string
  folder: string
  title: string
  about: string
  method: string
  /** With each parameter as `{name}`. */
  path: string
  pathParameters: Parameter[]
  query: Parameter[]
  /** The body as JSON; null for an operation that takes none. */
  body: string | null
}

// The document is read field by field.
// biome-ignore lint/suspicious/noExplicitAny: a JSON boundary
type Json = any

/** A variable of the environment, as both tools write it. */
const variable = (name: string): string => `{{${name}}}`

/** Ids of Carillon are variables, so that the same collection serves every installation. */
const isId = (name: string): boolean => /Id$/.test(name) && name !== 'externalId'

/** The example of a body: the shortest, where there is one for each platform. */
function exampleOf(operation: Json): string | null {
  const { example, examples = {} } = operation.requestBody?.content['application/json'] ?? {}
  const all: object[] = example ? [example] : Object.values<Json>(examples).map(({ value }) => value)
  const texts = all.map((body) =>
    JSON.stringify(
      body,
      (name, value: unknown) => (isId(name) && typeof value === 'string' ? variable(name) : value),
      2,
    ),
  )
  return texts.toSorted((one, other) => one.length - other.length)[0] ?? null
}

function parameters(operation: Json, place: 'path' | 'query'): Parameter[] {
  return (operation.parameters ?? [])
    .filter((parameter: Json) => parameter.in === place)
    .map(({ name, required = false, example, schema }: Json) => ({
      name,
      value: isId(name) ? variable(name) : String(example ?? schema?.example ?? schema?.default ?? ''),
      isSent: required || name === 'accountId',
    }))
}

/** The requests of all operations of an OpenAPI document, in its order. */
export function collectionRequests(document: Json): CollectionRequest[] {
  return Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => ({
      id: operation.operationId,
      folder: operation.tags[0],
      title: operation.summary,
      about: operation.description ?? '',
      method,
      path,
      pathParameters: parameters(operation, 'path'),
      query: parameters(operation, 'query'),
      body: exampleOf(operation),
    })),
  )
}

/** The folders in their order, each with its requests. */
export function foldersOf(requests: readonly CollectionRequest[]): Map<string, CollectionRequest[]> {
  return Map.groupBy(requests, ({ folder }) => folder)
}

/** The variables that the requests use, besides URL and key. */
export function variablesOf(requests: readonly CollectionRequest[]): string[] {
  const text = JSON.stringify(requests)
  return [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name))].toSorted()
}

export const defaultBaseUrl = 'http://localhost:8080'
