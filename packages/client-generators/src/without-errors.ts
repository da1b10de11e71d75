type Fields = Record<string, unknown>

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null

const asFields = (value: unknown): Fields => (isObject(value) ? value : {})

/**
 * Returns an operation of an OpenAPI document without its responses of 4xx and 5xx and the headers of its responses,
 * for which a client that throws errors needs no types.
 */
function reduced(operation: Fields): Fields {
  const { responses, ...rest } = operation
  const successes = Object.entries(asFields(responses)).filter(([status]) => status < '400')
  const bare = successes.map(([status, response]) => [status, { ...asFields(response), headers: undefined }])
  return { ...rest, responses: Object.fromEntries(bare) }
}

/** Returns a copy of an OpenAPI document without examples, responses of 4xx and 5xx, and headers of responses. */
export function withoutErrors(document: object): object {
  const paths = Object.entries(asFields(asFields(document)['paths'])).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(asFields(operations)).map(([method, operation]) => [method, reduced(asFields(operation))]),
    ),
  ])
  const text = JSON.stringify({ ...document, paths: Object.fromEntries(paths) }, (name, value: unknown) =>
    name === 'example' || name === 'examples' ? undefined : value,
  )
  return JSON.parse(text)
}
