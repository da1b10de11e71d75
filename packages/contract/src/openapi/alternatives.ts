import { pascal, statedName } from './names.ts'
import { isSchema, type OpenApiSchema } from './schema.ts'

const keysOf = (schema: unknown, keyword: string): string[] => {
  const value = isSchema(schema) ? schema[keyword] : undefined
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

/**
 * Returns the `oneOf` or `anyOf` of a schema if its alternatives contain only `required`; null for any other schema.
 */
function requirements({ oneOf, anyOf }: OpenApiSchema): { exclusive: boolean; alternatives: unknown[] } | null {
  const alternatives = oneOf ?? anyOf
  if (!Array.isArray(alternatives)) return null
  const plain = alternatives.every((each) => keysOf(each, 'required').length > 0 && !('properties' in Object(each)))
  return plain ? { exclusive: oneOf !== undefined, alternatives } : null
}

/** Returns the fields that an alternative lacks: those of the other alternatives, and those that depend on these. */
function absentFields(schema: OpenApiSchema, others: readonly string[]): Set<string> {
  const absent = new Set(others)
  const dependent = Object.entries(Object(schema['dependentRequired']))
  for (const [field, needed] of dependent) {
    if (Array.isArray(needed) && needed.some((name) => absent.has(name))) absent.add(field)
  }
  return absent
}

/** One of the schemas into which `splitAlternatives` splits an object schema, with its name in the document. */
export interface Alternative {
  name: string
  schema: OpenApiSchema
}

/**
 * Splits an object schema that requires one of several fields into one schema per field, so that a generated client has
 * a type for each. Returns null for any other schema.
 * @param name the name of the schema; an alternative without its own name is named after its field
 */
export function splitAlternatives(name: string, schema: OpenApiSchema): Alternative[] | null {
  const found = requirements(schema)
  if (found === null) return null
  const { oneOf: _oneOf, anyOf: _anyOf, dependentRequired, 'x-rule': _rule, 'x-name': _name, ...whole } = schema
  const all = found.alternatives.flatMap((each) => keysOf(each, 'required'))
  return found.alternatives.map((each) => {
    const own = keysOf(each, 'required')
    const absent = absentFields(schema, found.exclusive ? all.filter((field) => !own.includes(field)) : [])
    const properties = Object.entries(Object(schema['properties'])).filter(([field]) => !absent.has(field))
    const needed = own.flatMap((field) => keysOf(dependentRequired, field))
    const required = [...new Set([...keysOf(schema, 'required'), ...own, ...needed])]
    const dependencies = Object.entries(Object(dependentRequired)).filter(
      ([field, others]) => !absent.has(field) && [others].flat().some((other) => !required.includes(String(other))),
    )
    return {
      name: statedName(each) ?? `${name}With${own.map(pascal).join('')}`,
      schema: {
        ...whole,
        properties: Object.fromEntries(properties),
        required,
        ...(dependencies.length > 0 && { dependentRequired: Object.fromEntries(dependencies) }),
      },
    }
  })
}
