import type { JSONSchema } from '@carillon/domain'
import { splitAlternatives } from './alternatives.ts'
import { nameOf } from './names.ts'
import { isSchema, type OpenApiSchema } from './schema.ts'

/** Builds a `$ref` to a named schema of the OpenAPI document. */
export const reference = (name: string): OpenApiSchema => ({ $ref: `#/components/schemas/${name}` })

/**
 * Adds `x-rule` and `default` of a schema to its description as sentences and removes them as keywords, and removes
 * `not`: generators of clients demand fields that have a `default`, and do not understand `not`.
 */
function described({
  'x-rule': rule,
  'x-name': _name,
  not: _not,
  description,
  default: usual,
  ...rest
}: OpenApiSchema): OpenApiSchema {
  const fallback = usual === undefined ? undefined : `Default: ${JSON.stringify(usual)}.`
  const sentences = [description, rule, fallback].filter((part) => typeof part === 'string').join(' ')
  return sentences === '' ? rest : { ...rest, description: sentences }
}

/** Adds the `type` of the values of `enum` or `const`, which some generators of clients do not derive themselves. */
function withType(schema: OpenApiSchema): OpenApiSchema {
  const values = Array.isArray(schema['enum']) ? schema['enum'] : 'const' in schema ? [schema['const']] : []
  if (values.length === 0 || 'type' in schema) return schema
  const types = [...new Set(values.map((value) => (value === null ? 'null' : typeof value)))]
  return { type: types.length === 1 ? types[0] : types, ...schema }
}

/** Collects the named schemas of one OpenAPI document, its `components.schemas`. */
export class Components {
  readonly #schemas = new Map<string, OpenApiSchema>()

  /** Converts a JSON Schema to the form of the document. A schema with a name is added and returned as a `$ref`. */
  convert(schema: JSONSchema): OpenApiSchema {
    const converted = this.#convert(schema)
    if (!isSchema(converted)) throw new Error('a schema of the document has to be an object')
    return converted
  }

  /**
   * Adds a schema under a name and returns a `$ref` to it.
   * @throws Error if another schema has this name
   */
  add(name: string, schema: OpenApiSchema): OpenApiSchema {
    const converted = this.#whole(name, schema)
    const known = this.#schemas.get(name)
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(converted)) {
      throw new Error(`two different schemas are called ${name}`)
    }
    this.#schemas.set(name, converted)
    return reference(name)
  }

  /** Returns all schemas that were added, keyed by name, in alphabetical order. */
  all(): Record<string, OpenApiSchema> {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  #whole(name: string, schema: OpenApiSchema): OpenApiSchema {
    const alternatives = splitAlternatives(name, schema)
    if (alternatives === null) return this.#parts(schema)
    const { 'x-rule': rule } = schema
    const keyword = 'oneOf' in schema ? 'oneOf' : 'anyOf'
    const parts = alternatives.map((each) => this.add(each.name, each.schema))
    return { ...(typeof rule === 'string' && { description: rule }), [keyword]: parts }
  }

  #convert(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((each) => this.#convert(each))
    if (!isSchema(value)) return value
    const name = nameOf(value)
    if (name === undefined) return this.#parts(value)
    // A description beside a $ref describes that use.
    const isList = 'enum' in value && !('x-name' in value)
    const { description, ...schema } = value
    if (!isList) return this.add(name, value)
    return { ...this.add(name, schema), ...(description !== undefined && { description }) }
  }

  #parts(schema: OpenApiSchema): OpenApiSchema {
    const entries = Object.entries(schema).map(([keyword, part]) => [keyword, this.#part(keyword, part)])
    return withType(described(Object.fromEntries(entries)))
  }

  #part(keyword: string, part: unknown): unknown {
    if (keyword === 'default' || keyword === 'enum') return part
    if (keyword !== 'properties' || !isSchema(part)) return this.#convert(part)
    return Object.fromEntries(Object.entries(part).map(([name, property]) => [name, this.#convert(property)]))
  }
}
