/** A JSON Schema as the OpenAPI document has it: its keywords, of which some belong to OpenAPI alone. */
export type OpenApiSchema = Record<string, unknown>

/** Whether a part of a schema is an object of keywords, and not a list or a single value. */
export function isSchema(part: unknown): part is OpenApiSchema {
  return typeof part === 'object' && part !== null && !Array.isArray(part)
}
