import {
  accountFailureShape,
  accountShape,
  attemptShape,
  commentShape,
  type JSONSchema,
  messageShape,
  platforms,
  postMetricsShape,
  postShape,
  postSummaryShape,
  profileShape,
  publishShape,
  publishWithAttemptsShape,
  sessionShape,
  startedSessionShape,
} from '@carillon/domain'
import { errorCodes } from '@carillon/errors'
import { type OperationId, operationIds, operationRow } from '../operations/index.ts'
import { examples } from './examples.ts'
import { formSchema } from './form.ts'

export type OpenApiSchema = Record<string, unknown>

/** The body of every failure. */
const errorShape = {
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: {
        code: { enum: errorCodes, description: 'Stable; what callers branch on.' },
        message: { type: 'string', description: 'For people; may change.' },
        details: {
          description:
            'Only where there is more to say: failed checks as a list of {path, message}, the errors by account of a read over several accounts, or fields that the code names.',
        },
      },
      required: ['code', 'message'],
      additionalProperties: false,
    },
  },
  required: ['error'],
  additionalProperties: false,
} as const

const shapes = {
  Error: errorShape,
  Profile: profileShape,
  Account: accountShape,
  AccountFailure: accountFailureShape,
  ConnectionSession: sessionShape,
  StartedConnectionSession: startedSessionShape,
  Comment: commentShape,
  PostSummary: postSummaryShape,
  Message: messageShape,
  Post: postShape,
  PostMetrics: postMetricsShape,
  Publish: publishShape,
  PublishAttempt: attemptShape,
  PublishWithAttempts: publishWithAttemptsShape,
} as const

const pascal = (text: string) => text.replace(/(?:^|[.-])([a-z])/g, (_, letter: string) => letter.toUpperCase())

export const variantName = (id: string, platform: string) => `${pascal(id)}${pascal(platform)}`
export const formName = (id: string, platform: string) => `${variantName(id, platform)}Form`

/** Bodies and answers of operations are named after the first operation that has them. */
function namesOf(id: OperationId): [schema: JSONSchema, name: string][] {
  const { variants = {}, body, responses } = operationRow(id)
  const answers = Object.values(responses).flatMap(({ schema }) => schema ?? [])
  return [
    ...Object.entries(variants).map(([platform, schema]): [JSONSchema, string] => [schema, variantName(id, platform)]),
    ...(body === undefined ? [] : [[body, `${pascal(id)}Body`] as [JSONSchema, string]]),
    ...answers.map((schema): [JSONSchema, string] => [schema, `${pascal(id)}Answer`]),
  ]
}

function named(): Map<JSONSchema, string> {
  const names = new Map<JSONSchema, string>(Object.entries(shapes).map(([name, schema]) => [schema, name]))
  for (const [schema, name] of operationIds.flatMap(namesOf)) if (!names.has(schema)) names.set(schema, name)
  return names
}

const names = named()

export const reference = (name: string): OpenApiSchema => ({ $ref: `#/components/schemas/${name}` })

/** A rule that a schema cannot word itself, told to people. */
function withRule(schema: OpenApiSchema): OpenApiSchema {
  const { 'x-rule': rule, description, ...rest } = schema
  // Among properties, `description` is the name of one of them.
  if (typeof description === 'object') return schema
  const told = [description, rule].filter((part) => typeof part === 'string').join(' ')
  return told === '' ? rest : { ...rest, description: told }
}

/** Alternatives that only say what is required name it as a property too, so that each stands on its own. */
function selfContained(schema: OpenApiSchema): OpenApiSchema {
  const { required, properties } = schema
  if (!Array.isArray(required) || properties !== undefined) return schema
  return { ...schema, properties: Object.fromEntries(required.map((name) => [name, {}])) }
}

/** Values that are listed tell their type, but not to every generator of clients. */
function withType(schema: OpenApiSchema): OpenApiSchema {
  const values = Array.isArray(schema['enum']) ? schema['enum'] : 'const' in schema ? [schema['const']] : []
  if (values.length === 0 || 'type' in schema) return schema
  const types = [...new Set(values.map((value) => (value === null ? 'null' : typeof value)))]
  return { type: types.length === 1 ? types[0] : types, ...schema }
}

function convert(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(convert)
  if (typeof value !== 'object' || value === null) return value
  const name = names.get(value as OpenApiSchema)
  return name === undefined ? convertParts(value as OpenApiSchema) : reference(name)
}

function convertParts(schema: OpenApiSchema): OpenApiSchema {
  const entries = Object.entries(schema).map(([name, part]) => [name, convert(part)])
  return withType(selfContained(withRule(Object.fromEntries(entries))))
}

/** A schema of a row as OpenAPI has it: what has a name is referred to, our own keywords become words. */
export function toOpenApi(schema: JSONSchema): OpenApiSchema {
  return convert(schema) as OpenApiSchema
}

/** Content of a body or answer, with an example where there is one for its schema. */
export function jsonContent(schema: JSONSchema): OpenApiSchema {
  const example = examples[names.get(schema) ?? '']
  return { 'application/json': { schema: toOpenApi(schema), ...(example && { example }) } }
}

/** Every schema that has a name. */
export function componentSchemas(): Record<string, OpenApiSchema> {
  const components: Record<string, OpenApiSchema> = {}
  for (const [schema, name] of names) components[name] = convertParts(schema as OpenApiSchema)
  for (const id of operationIds) {
    const { variants = {}, multipart } = operationRow(id)
    for (const platform of platforms) {
      const form = multipart === undefined ? null : formSchema(variants[platform], { platform, multipart })
      if (form) components[formName(id, platform)] = toOpenApi(form)
    }
  }
  return components
}
