type Fetch = typeof globalThis.fetch

/** The parts of an OpenAPI document that list the errors of an operation. */
interface OpenApi {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>
  components: { schemas: Record<string, ErrorSchema> }
}
interface Response {
  content?: Record<string, { schema: Reference & { anyOf?: Reference[] } }>
}
interface Reference {
  $ref?: string
}
interface ErrorSchema {
  properties?: { error?: { properties: PromisedError } }
}
interface PromisedError {
  code: { const: string }
  details?: DetailsSchema
}
interface DetailsSchema {
  type?: string
  anyOf?: DetailsSchema[]
}

/** An error response: its request, status, error code and details. */
export interface Rejected {
  method: string
  url: string
  status: number
  code: string
  details: unknown
}

let document: Promise<OpenApi> | undefined

async function read(fetch: Fetch, origin: string): Promise<OpenApi> {
  const response = await fetch(`${origin}/api/v1/openapi.json`)
  return JSON.parse(await response.text())
}

const fits = (template: string, path: string) => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path)

const parameters = (template: string) => template.split('{').length

function promised({ paths, components }: OpenApi, { method, url, status }: Rejected): PromisedError[] | undefined {
  const { pathname } = new URL(url)
  const [template] = Object.keys(paths)
    .filter((each) => fits(each, pathname))
    .sort((a, b) => parameters(a) - parameters(b))
  const operation = template === undefined ? undefined : paths[template]?.[method.toLowerCase()]
  if (!operation) return undefined
  const schema = operation.responses[status]?.content?.['application/json']?.schema
  const names = [schema, ...(schema?.anyOf ?? [])].map((part) => part?.$ref?.split('/').at(-1) ?? '')
  return names.flatMap((name) => components.schemas[name]?.properties?.error?.properties ?? [])
}

/** Whether details are a list or an object where the document says so. Details that it does not describe always fit. */
function areAsPromised(details: unknown, { details: schema }: PromisedError): boolean {
  if (details === undefined || schema === undefined) return true
  const type = Array.isArray(details) ? 'array' : typeof details
  return (schema.anyOf ?? [schema]).some((each) => each.type === type)
}

/**
 * Throws for an error response whose code the operation does not list for its status in the gateway's OpenAPI document,
 * which is fetched once, or whose details are a list where the document has an object, or the reverse. Accepts the
 * response if the document cannot be read, or has no such operation.
 */
export async function requirePromised(fetch: Fetch, rejected: Rejected): Promise<void> {
  document ??= read(fetch, new URL(rejected.url).origin)
  // A gateway that is being killed has other things to show than its document.
  document.catch(() => (document = undefined))
  const errors = await document.then(
    (found) => promised(found, rejected),
    () => undefined,
  )
  if (!errors) return
  const { method, url, status, code, details } = rejected
  const error = errors.find((each) => each.code.const === code)
  if (error && areAsPromised(details, error)) return
  const what = error
    ? `details that are not of the promised type: ${JSON.stringify(details)}`
    : 'the code is not promised'
  throw new Error(`${method} ${new URL(url).pathname} responded with ${status} ${code}: ${what}`)
}
