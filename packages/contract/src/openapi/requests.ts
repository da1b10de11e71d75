import { type JSONSchema, type Platform, platforms } from '@carillon/domain'
import { propertiesOf } from '../multipart.ts'
import type { Operation } from '../operation.ts'
import { type Components, reference } from './components.ts'
import { jsonContent } from './content.ts'
import { examples } from './examples.ts'
import { formSchema } from './form.ts'
import { nameOf, variantName } from './names.ts'
import type { OpenApiSchema } from './schema.ts'

const places = { params: 'path', query: 'query', headers: 'header' } as const

const headerName = (name: string) => name.replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase())

interface Part {
  schema: JSONSchema | undefined
  place: (typeof places)[keyof typeof places]
}

function parametersIn({ schema, place }: Part, components: Components): OpenApiSchema[] {
  const required = typeof schema === 'object' ? (schema.required ?? []) : []
  return Object.entries(propertiesOf(schema)).map(([name, part]) => ({
    name: place === 'header' ? headerName(name) : name,
    in: place,
    required: required.includes(name),
    schema: components.convert(part),
  }))
}

/**
 * The OpenAPI parameters of an operation in path, query and headers, with the request id that every operation accepts.
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

/** One of several schemas, selected by `platform`. */
function byPlatform(names: readonly Named[]): OpenApiSchema {
  const mapping = Object.fromEntries(names.map(([platform, name]) => [platform, `#/components/schemas/${name}`]))
  return { oneOf: names.map(([, name]) => reference(name)), discriminator: { propertyName: 'platform', mapping } }
}

function formsOf(id: string, { variants = {}, multipart }: Operation, components: Components) {
  if (multipart === undefined) return {}
  const names = platforms.flatMap((platform: Platform): Named[] => {
    const variant = variants[platform]
    const form = formSchema(variant, { platform, multipart })
    if (variant === undefined || form === null) return []
    const name = `${variantName(id, platform, variant)}Form`
    if (typeof form === 'object') components.add(name, form)
    return [[platform, name]]
  })
  return { 'multipart/form-data': { schema: byPlatform(names) } }
}

/** The body that an operation takes; undefined for one that takes none. */
export function requestBodyOf(id: string, row: Operation, components: Components): OpenApiSchema | undefined {
  const { body, variants, optionalBody = false } = row
  if (body !== undefined) {
    const example = typeof body === 'object' ? examples[nameOf(body) ?? ''] : undefined
    return { required: !optionalBody, content: jsonContent(components.convert(body), example) }
  }
  if (!variants) return undefined
  const names = Object.entries(variants).map(([platform, schema]): Named => {
    components.convert(schema)
    return [platform, variantName(id, platform, schema)]
  })
  const bodies = Object.fromEntries(names.map(([platform, name]) => [platform, { value: examples[name] }]))
  return {
    required: true,
    content: {
      'application/json': { schema: byPlatform(names), examples: bodies },
      ...formsOf(id, row, components),
    },
  }
}
