import { Components } from './openapi/components.ts'
import { parametersOf, requestBodyOf } from './openapi/requests.ts'
import { headers, responsesOf } from './openapi/responses.ts'
import type { OpenApiSchema } from './openapi/schema.ts'
import { webhooksOf } from './openapi/webhooks.ts'
import { tags } from './operation.ts'
import { type OperationId, operationIds, operationRow } from './operations/index.ts'
import { requestIdPattern } from './parameters.ts'

/** The path prefix of all operations. */
export const apiPrefix = '/api/v1'

const description = `One REST API over several social networks.

An organization owns the key; its profiles represent customers or brands; a profile has connected accounts. A request names its profile with \`profileId\` or with an \`accountId\` that belongs to one.

Every error has the same envelope, \`{error: {code, message, details?, requestId, docUrl}}\`: branch on \`code\`. 207 means that a read of several accounts is incomplete: \`errors\` lists the accounts that failed, or of which records were left out. Retry errors whose header X-Should-Retry is true, with increasing delays, and no others. Before you send a publish again, read its status.`

const requestId = {
  name: 'X-Request-Id',
  in: 'header',
  required: false,
  description:
    'Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header.',
  schema: { type: 'string', pattern: requestIdPattern },
} as const

function operationOf(id: OperationId, components: Components): OpenApiSchema {
  const row = operationRow(id)
  const requestBody = requestBodyOf(id, row, components)
  return {
    operationId: id,
    tags: [row.tag],
    summary: row.summary,
    ...(row.description === undefined ? {} : { description: row.description }),
    parameters: parametersOf(row, components),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: responsesOf(row, components),
  }
}

function pathsOf(components: Components): Record<string, OpenApiSchema> {
  const paths: Record<string, OpenApiSchema> = {}
  for (const id of operationIds) {
    const { path, method } = operationRow(id)
    const full = `${apiPrefix}${path}`
    paths[full] = { ...paths[full], [method]: operationOf(id, components) }
  }
  return paths
}

/**
 * Builds the OpenAPI 3.1 document with all operations, webhooks and schemas.
 * @param serverUrl the URL of the gateway, without a slash at its end
 */
export function openApiDocument({ serverUrl = 'http://localhost:8080' }: { serverUrl?: string } = {}): OpenApiSchema {
  const components = new Components()
  const paths = pathsOf(components)
  const webhooks = webhooksOf(components)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Carillon',
      version: '1.0.0',
      description,
      contact: { name: 'Carillon contributors' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      { url: '{gateway}', variables: { gateway: { default: serverUrl, description: 'The URL of the gateway.' } } },
    ],
    tags: Object.entries(tags)
      .filter(([name]) => name === 'Webhooks' || operationIds.some((id) => operationRow(id).tag === name))
      .map(([name, meaning]) => ({ name, description: meaning })),
    security: [{ apiKey: [] }],
    paths,
    webhooks,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key of the organization, sent as a bearer token.',
        },
      },
      parameters: { RequestId: requestId },
      headers,
      schemas: components.all(),
    },
  }
}
