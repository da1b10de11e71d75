import type { JSONSchema } from '../src/index.ts'

type Schema = Exclude<JSONSchema, boolean>

export interface MediaField {
  /** The field's name, as media rules know it. */
  name: string
  /** Content types that its variants with base64 announce. */
  contentTypes: string[]
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The alternatives of a schema, lists entered. */
function variants(schema: unknown): Schema[] {
  if (!isSchema(schema)) return []
  if (schema.items) return variants(schema.items)
  return schema.oneOf && !schema.properties ? schema.oneOf.flatMap(variants) : [schema]
}

function typesOf({ properties = {} }: Schema): string[] {
  const type = properties['content_type'] ?? properties['contentType']
  if (!isSchema(type)) return []
  return [...((type.enum ?? [type.const]) as string[])]
}

/** Every field of a post schema under which media stand, wherever it is. */
export function mediaFields(schema: unknown): MediaField[] {
  return variants(schema).flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, part]) => {
      const forms = variants(part)
      const isMedia = forms.some((form) => 'base64' in (form.properties ?? {}) || 'url' in (form.properties ?? {}))
      return isMedia ? [{ name, contentTypes: forms.flatMap(typesOf) }] : mediaFields(part)
    }),
  )
}
