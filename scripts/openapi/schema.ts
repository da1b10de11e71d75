/** A JSON schema of the OpenAPI document, as far as fields are made of it. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  format?: string
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  oneOf?: Schema[]
  anyOf?: Schema[]
  discriminator?: { mapping: Record<string, string> }
  minimum?: number
  maximum?: number
  maxLength?: number
  maxItems?: number
}

export interface Parameter {
  $ref?: string
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: Schema
}

interface Content {
  content?: Record<string, { schema: Schema }>
}

export interface OperationObject {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  parameters?: Parameter[]
  requestBody?: Content & { required?: boolean }
  responses: Record<string, Content>
}

export interface Document {
  paths: Record<string, Record<string, OperationObject>>
  tags: { name: string; description: string }[]
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> }
}

/** A schema without a reference in its place. Its own description is kept. */
export function resolved(schema: Schema, document: Document): Schema {
  if (schema.$ref === undefined) return schema
  const target = document.components.schemas[schema.$ref.split('/').at(-1) ?? '']
  if (target === undefined) throw new Error(`${schema.$ref} is not in the document`)
  const { $ref: _reference, ...own } = schema
  return { ...resolved(target, document), ...own }
}

/** The alternatives of a schema that are not unions themselves. */
export function alternativesOf(schema: Schema, document: Document): Schema[] {
  const whole = resolved(schema, document)
  const union = whole.oneOf ?? whole.anyOf
  return union ? union.flatMap((each) => alternativesOf(each, document)) : [whole]
}

/** The types of a schema, without `null`. */
export function typesOf({ type, properties }: Schema): string[] {
  const all = typeof type === 'string' ? [type] : (type ?? (properties ? ['object'] : []))
  return all.filter((each) => each !== 'null')
}

export const jsonOf = (content: Content | undefined): Schema | undefined =>
  content?.content?.['application/json']?.schema

/** The parameters of an operation, those of the components in the place of their references. */
export function parametersOf({ parameters = [] }: OperationObject, { components }: Document): Parameter[] {
  return parameters.map((parameter) => components.parameters[parameter.$ref?.split('/').at(-1) ?? ''] ?? parameter)
}

/** The names of the properties of a successful response that are lists. */
export function listsIn({ responses }: OperationObject, document: Document): string[] {
  const { properties = {} } = resolved(jsonOf(responses['200']) ?? {}, document)
  return Object.keys(properties).filter((name) => resolved(properties[name] ?? {}, document).type === 'array')
}

/** The list that the pages of an operation divide: that of its records, which the first list may accompany. */
export function pagedList(operation: OperationObject, document: Document): string | null {
  const { properties = {} } = resolved(jsonOf(operation.responses['200']) ?? {}, document)
  const isPaged = parametersOf(operation, document).some(({ name }) => name === 'cursor') && 'nextCursor' in properties
  const lists = isPaged ? listsIn(operation, document) : []
  const nouns = operation.operationId.toLowerCase()
  return lists.find((name) => nouns.includes(name)) ?? lists[0] ?? null
}
