/** An object of the OpenAPI document: a JSON Schema with OpenAPI's own keywords, or another object of the document. */
export type OpenApiSchema = Record<string, unknown>

/** Returns whether a value in a schema is an object of keywords, and not an array or a primitive. */
export function isSchema(part: unknown): part is OpenApiSchema {
  return typeof part === 'object' && part !== null && !Array.isArray(part)
}
