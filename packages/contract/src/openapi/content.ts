import type { OpenApiSchema } from './schema.ts'

/** The content of a JSON body, with its example if there is one. */
export function jsonContent(schema: OpenApiSchema, example: object | undefined): OpenApiSchema {
  return { 'application/json': { schema, ...(example && { example }) } }
}
