import type { OpenApiSchema } from './schema.ts'

/** Builds the OpenAPI `content` of a JSON body, with the example unless it is undefined. */
export function jsonContent(schema: OpenApiSchema, example: object | undefined): OpenApiSchema {
  return { 'application/json': { schema, ...(example && { example }) } }
}
