import { type JSONSchema, type Platform, platforms } from '@carillon/domain'
import { propertiesOf } from '../multipart.ts'
import type { Operation } from '../operation.ts'
import { type Components, reference } from './components.ts'
import { jsonContent } from './content.ts'
import { examples } from './examples.ts'
import { formSchema } from './form.ts'
import { choiceName, nameOf, variantName } from './names.ts'
import type { OpenApiSchema } from './schema.ts'

const places = { params: 'path', query: 'query', headers: 'header' } as const

const headerName = (name: string) => name.replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase())

interface Part {
  schema: JSONSchema | undefined
  place: (typeof places)[keyof typeof places]
}

/**
 * Returns the schema of a header without its format, because openapi-python-client omits operations that have a time
 * among their headers.
 */
function asText({ format, ...schema }: OpenApiSchema): OpenApiSchema {
  return schema
}

function parametersIn({ schema, place }: Part, components: Components): OpenApiSchema[] {
  const required = typeof schema === 'object' ? (schema.required ?? []) : []
  return Object.entries(propertiesOf(schema)).map(([name, part]) => ({
    name: place === 'header' ? headerName(name) : name,
    in: place,
    required: required.includes(name),
    schema: place === 'header' ? asText(components.convert(part)) : components.convert(part),
  }))
}

/**
 * Builds the OpenAPI parameters of an operation in path, query and headers, with `X-Request-Id`, which every operation
 * accepts.
 */
export function parametersOf(row: Operation, components: Components): OpenApiSchema[] {
  return [
    ...parametersIn({ schema: row.params, place: places.params }, components),
    ...parametersIn({ schema: row.query, place: places.query }, components),
    ...parametersIn({ schema: row.headers, place: places.headers }, components),
    { $ref: '#/components/parameters/RequestId' },
  ]
}

type Named = [platform: string, name: string]

/** Builds a `oneOf` of named schemas with `platform` as the discriminator. */
function byPlatform(names: readonly Named[]): OpenApiSchema {
  const mapping = Object.fromEntries(names.map(([platform, name]) => [platform, `#/components/schemas/${name}`]))
  return { oneOf: names.map(([, name]) => reference(name)), discriminator: { propertyName: 'platform', mapping } }
}

function formsOf(id: string, row: Operation, components: Components) {
  const { variants = {}, multipart } = row
  if (multipart === undefined) return {}
  const names = platforms.flatMap((platform: Platform): Named[] => {
    const variant = variants[platform]
    if (variant === undefined) return []
    const name = variantName(id, platform, variant)
    const form = formSchema(row, { platform, multipart, name })
    if (form === null) return []
    if (typeof form === 'object') components.add(`${name}Form`, form)
    return [[platform, `${name}Form`]]
  })
  return { 'multipart/form-data': { schema: components.add(`${choiceName(id)}Form`, byPlatform(names)) } }
}

/** Builds the choice between bodies. Bodies with `routedBy` have no discriminator, as `platform` is in a property. */
function oneOfBodies({ routedBy, body }: Operation, names: readonly Named[], components: Components): OpenApiSchema {
  if (routedBy === undefined) return byPlatform(names)
  const bodies = names.map(([, name]) => reference(name))
  return { anyOf: body === undefined ? bodies : [...bodies, components.convert(body)] }
}

/** Builds the OpenAPI request body of an operation, as JSON and as a form; undefined if it has no body. */
export function requestBodyOf(id: string, row: Operation, components: Components): OpenApiSchema | undefined {
  const { body, variants, optionalBody = false } = row
  if (body !== undefined && variants === undefined) {
    const example = typeof body === 'object' ? examples[nameOf(body) ?? ''] : undefined
    return { required: !optionalBody, content: jsonContent(components.convert(body), example) }
  }
  if (!variants) return undefined
  const names = Object.entries(variants).map(([platform, schema]): Named => {
    components.convert(schema)
    return [platform, variantName(id, platform, schema)]
  })
  const bodies = Object.fromEntries(names.map(([platform, name]) => [platform, { value: examples[name] }]))
  const general = typeof body === 'object' ? examples[nameOf(body) ?? ''] : undefined
  const shown = general === undefined ? bodies : { any: { value: general }, ...bodies }
  return {
    required: true,
    content: {
      'application/json': {
        schema: components.add(`${choiceName(id)}Body`, oneOfBodies(row, names, components)),
        examples: shown,
      },
      ...formsOf(id, row, components),
    },
  }
}
