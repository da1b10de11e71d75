import { openApiDocument } from '@carillon/contract'

export type Schema = Readonly<Record<string, unknown>>

/** Returns whether a part of the OpenAPI document is an object. */
export function isSchema(part: unknown): part is Schema {
  return typeof part === 'object' && part !== null && !Array.isArray(part)
}

/** Returns a part of the OpenAPI document as an object; empty if it is not an object. */
export const schemaOf = (part: unknown): Schema => (isSchema(part) ? part : {})
/** Returns a part of the OpenAPI document as a list; empty if it is not a list. */
export const listOf = (part: unknown): readonly unknown[] => (Array.isArray(part) ? part : [])
/** Returns a part of the OpenAPI document as a string; empty if it is not a string. */
export const textOf = (part: unknown): string => (typeof part === 'string' ? part : '')

export interface Parameter {
  name: string
  place: 'path' | 'query' | 'header'
  required: boolean
  schema: Schema
  description: string
}

/** An example value. Its name, such as a platform, distinguishes it from others; empty if it is the only one. */
interface Example {
  name: string
  value: unknown
}

/** A body of a request or response in one content type, with its schema and examples. */
export interface Content {
  contentType: string
  schema: Schema
  examples: readonly Example[]
}

export interface DocumentedResponse {
  status: string
  description: string
  contents: readonly Content[]
}

export interface DocumentedOperation {
  id: string
  method: string
  path: string
  tag: string
  summary: string
  description: string
  parameters: readonly Parameter[]
  bodies: readonly Content[]
  responses: readonly DocumentedResponse[]
}

/** The OpenAPI document in the form that the reference pages need. */
export interface ApiDocument {
  title: string
  description: string
  tags: readonly { name: string; description: string }[]
  operations: readonly DocumentedOperation[]
  /** Returns the schema to which a `$ref` within the document points; a schema without `$ref` is returned unchanged. */
  resolve(schema: Schema): Schema
}

function examplesOf({ example, examples }: Schema): Example[] {
  if (example !== undefined) return [{ name: '', value: example }]
  return Object.entries(schemaOf(examples)).map(([name, held]) => ({ name, value: schemaOf(held)['value'] }))
}

function contentsOf(content: unknown): Content[] {
  return Object.entries(schemaOf(content)).map(([contentType, media]) => ({
    contentType,
    schema: schemaOf(schemaOf(media)['schema']),
    examples: examplesOf(schemaOf(media)),
  }))
}

function parameterOf(parameter: Schema): Parameter {
  const schema = schemaOf(parameter['schema'])
  const place = parameter['in']
  return {
    name: textOf(parameter['name']),
    place: place === 'path' || place === 'header' ? place : 'query',
    required: parameter['required'] === true,
    schema,
    description: textOf(parameter['description']) || textOf(schema['description']),
  }
}

/**
 * Builds the OpenAPI document and converts it to the form that the reference pages need: a list of operations.
 * References to parameters are resolved; those in schemas stay, for `resolve` of the result.
 * @param publicUrl the URL of the gateway, without a trailing slash
 */
export function readDocument(publicUrl: string): ApiDocument {
  const document: Schema = openApiDocument({ serverUrl: publicUrl })
  const resolve = (schema: Schema): Schema => {
    const reference = textOf(schema['$ref'])
    if (reference === '') return schema
    const names = reference.slice(2).split('/')
    return schemaOf(names.reduce<unknown>((part, name) => schemaOf(part)[name], document))
  }
  const operations = Object.entries(schemaOf(document['paths'])).flatMap(([path, methods]) =>
    Object.entries(schemaOf(methods)).map(([method, held]): DocumentedOperation => {
      const operation = schemaOf(held)
      return {
        id: textOf(operation['operationId']),
        method,
        path,
        tag: textOf(listOf(operation['tags'])[0]),
        summary: textOf(operation['summary']),
        description: textOf(operation['description']),
        parameters: listOf(operation['parameters']).map((one) => parameterOf(resolve(schemaOf(one)))),
        bodies: contentsOf(schemaOf(operation['requestBody'])['content']),
        responses: Object.entries(schemaOf(operation['responses'])).map(([status, response]) => ({
          status,
          description: textOf(schemaOf(response)['description']),
          contents: contentsOf(schemaOf(response)['content']),
        })),
      }
    }),
  )
  const info = schemaOf(document['info'])
  const tags = listOf(document['tags'])
    .map(schemaOf)
    .map(({ name, description }) => ({ name: textOf(name), description: textOf(description) }))
  return { title: textOf(info['title']), description: textOf(info['description']), tags, operations, resolve }
}
