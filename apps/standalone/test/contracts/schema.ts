import { Ajv2019 } from 'ajv/dist/2019.js'
import formats from 'ajv-formats'

/** JSON Schema, or what OpenAPI 3.0 makes of it. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  items?: Schema
  required?: string[]
  allOf?: Schema[]
  oneOf?: Schema[]
  anyOf?: Schema[]
  [keyword: string]: unknown
}

/** Says what is wrong with a value, one line for each place; nothing is converted. */
export type Validate = (schema: Schema, value: unknown, at: string) => string[]

const branches = ['allOf', 'oneOf', 'anyOf'] as const

/**
 * A validator for schemas that refer to `named` ones as `#/components/schemas/<name>`. An object may only have the
 * members that its schema lists, wherever a schema does not say otherwise.
 */
export function createValidator(named: Readonly<Record<string, Schema>>): Validate {
  const ajv = new Ajv2019({
    ...{ strict: false, allErrors: true, coerceTypes: false, useDefaults: false },
    ...{ validateSchema: false, addUsedSchema: false },
  })
  formats.default(ajv)

  function define(name: string, isClosed: boolean): Schema {
    const $id = `contract:${isClosed ? 'closed' : 'open'}/${encodeURIComponent(name)}`
    const found = named[name]
    if (found === undefined) throw new Error(`The contract has no schema ${name}.`)
    if (!defined.has($id)) {
      defined.add($id)
      ajv.addSchema({ $id, ...convert(found, isClosed) })
    }
    return { $ref: $id }
  }
  const defined = new Set<string>()

  /** Nested values are closed always, the value itself unless it is one branch of several that describe it together. */
  function convert(schema: Schema, isClosed: boolean): Schema {
    if (schema.$ref !== undefined) return define(schema.$ref.split('/').at(-1) ?? '', isClosed)
    const { example: _example, discriminator, id: _id, ...result } = schema
    const variants = Object.values((discriminator as { mapping?: Record<string, string> } | undefined)?.mapping ?? {})
    if (isClosed && variants.length > 0 && !schema.oneOf && !schema.anyOf) {
      const others = [...new Set(variants)].map(($ref) => convert({ $ref }, true))
      return { anyOf: [...others, convert(result, true)] }
    }
    if (schema.properties) {
      const members = Object.entries(schema.properties).map(([name, member]) => [name, convert(member, true)])
      result.properties = Object.fromEntries(members)
    }
    if (schema.items) result.items = convert(schema.items, true)
    if (typeof schema.additionalProperties === 'object') {
      result.additionalProperties = convert(schema.additionalProperties, true)
    }
    for (const keyword of branches) {
      const list = schema[keyword]
      if (list) result[keyword] = list.map((one) => convert(one, false))
    }
    const isDescribed = schema.properties !== undefined || branches.some((keyword) => schema[keyword])
    if (isClosed && isDescribed && schema.additionalProperties === undefined) result['unevaluatedProperties'] = false
    return result
  }

  const compiled = new Map<Schema, ReturnType<Ajv2019['compile']>>()

  function compile(schema: Schema): ReturnType<Ajv2019['compile']> {
    const validate = compiled.get(schema) ?? ajv.compile(convert(schema, true))
    compiled.set(schema, validate)
    return validate
  }

  return (schema, value, at) => {
    const validate = compile(schema)
    if (validate(value)) return []
    const lines = (validate.errors ?? []).map(({ instancePath, message, params }) => {
      const { unevaluatedProperty, additionalProperty, allowedValues } = params
      const detail = unevaluatedProperty ?? additionalProperty ?? allowedValues ?? ''
      return `${at}${instancePath.replaceAll('/', '.')}: ${message} ${String(detail)}`.trim()
    })
    return [...new Set(lines)]
  }
}
