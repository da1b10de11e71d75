import { type JSONSchema, type Platform, platforms } from '@carillon/domain'
import { propertiesOf } from '../multipart.ts'
import type { Operation } from '../operation.ts'
import { examples } from './examples.ts'
import { formName, jsonContent, type OpenApiSchema, reference, toOpenApi, variantName } from './schemas.ts'

const places = { params: 'path', query: 'query', headers: 'header' } as const

const headerName = (name: string) => name.replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase())

function parametersIn(schema: JSONSchema | undefined, place: (typeof places)[keyof typeof places]): OpenApiSchema[] {
  const required = typeof schema === 'object' ? (schema.required ?? []) : []
  return Object.entries(propertiesOf(schema)).map(([name, part]) => ({
    name: place === 'header' ? headerName(name) : name,
    in: place,
    required: required.includes(name),
    schema: toOpenApi(part),
  }))
}

export function parametersOf(row: Operation): OpenApiSchema[] {
  return [
    ...parametersIn(row.params, places.params),
    ...parametersIn(row.query, places.query),
    ...parametersIn(row.headers, places.headers),
    { $ref: '#/components/parameters/RequestId' },
  ]
}

/** One of several schemas, told apart by `platform`. */
function byPlatform(names: [platform: string, name: string][]): OpenApiSchema {
  const mapping = Object.fromEntries(names.map(([platform, name]) => [platform, `#/components/schemas/${name}`]))
  return { oneOf: names.map(([, name]) => reference(name)), discriminator: { propertyName: 'platform', mapping } }
}

function examplesOf(names: [platform: string, name: string][]): OpenApiSchema {
  return Object.fromEntries(names.map(([platform, name]) => [platform, { value: examples[name] }]))
}

function formsOf(id: string, row: Operation, components: Readonly<Record<string, unknown>>) {
  const names = platforms.map((platform): [Platform, string] => [platform, formName(id, platform)])
  const existing = names.filter(([, name]) => name in components)
  return row.multipart === undefined ? {} : { 'multipart/form-data': { schema: byPlatform(existing) } }
}

/** The body that an operation takes; undefined for one that takes none. */
export function requestBodyOf(
  id: string,
  row: Operation,
  components: Readonly<Record<string, unknown>>,
): OpenApiSchema | undefined {
  if (row.body) return { required: true, content: jsonContent(row.body) }
  if (!row.variants) return undefined
  const names = Object.keys(row.variants).map((platform): [string, string] => [platform, variantName(id, platform)])
  return {
    required: true,
    content: {
      'application/json': { schema: byPlatform(names), examples: examplesOf(names) },
      ...formsOf(id, row, components),
    },
  }
}
