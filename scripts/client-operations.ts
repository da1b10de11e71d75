import { operationIds, operationRow, pascal } from '@carillon/contract'
import { type Document, type OperationObject, pagedList, parametersOf } from './openapi/schema.ts'

interface ClientOperation {
  id: string
  method: string
  path: string
  /** Names of the path's parameters, in order. */
  params: string[]
  /** Of a body and a query, those that it takes; and whether each may be left out. */
  inputs: { kind: 'body' | 'query'; isOptional: boolean }[]
  /** It takes `X-Publish-Before`. */
  isSafe: boolean
  /** It takes `Idempotency-Key`. */
  isIdempotent: boolean
  /** The list of a page of a response with `nextCursor`. */
  items: string | null
  /** Its pages can contain items of earlier ones. */
  repeatsItems: boolean
  doc: string
}

const prefix = '/api/v1'

/** The ids of the lists whose pages can contain items of earlier ones. */
const repeating = new Set<string>(operationIds.filter((id) => operationRow(id).repeatsItems))

function operationAt(path: string, method: string, operation: OperationObject, document: Document): ClientOperation {
  const { operationId: id, summary, description, requestBody } = operation
  const parameters = parametersOf(operation, document)
  const query = parameters.filter((parameter) => parameter.in === 'query')
  const takes = (name: string) => parameters.some((parameter) => parameter.name === name && parameter.in === 'header')
  const body = requestBody ? [{ kind: 'body' as const, isOptional: requestBody.required !== true }] : []
  const isOptional = query.every(({ required }) => required !== true)
  return {
    id,
    method,
    path: path.slice(prefix.length),
    params: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    inputs: [...body, ...(query.length > 0 ? [{ kind: 'query' as const, isOptional }] : [])],
    isSafe: takes('X-Publish-Before'),
    isIdempotent: takes('Idempotency-Key'),
    items: pagedList(operation, document),
    repeatsItems: repeating.has(id),
    doc: [summary.replace(/\.?$/, '.'), description].filter(Boolean).join(' '),
  }
}

function operationsOf(document: Document): ClientOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationAt(path, method, operation, document)),
  )
}

/** One line of the table that the client works from. */
function row({ id, method, path, inputs, isSafe, isIdempotent, items, repeatsItems }: ClientOperation): string {
  const cells = {
    method: `'${method}'`,
    path: `'${path}'`,
    ...(inputs.length > 0 && { inputs: `'${inputs.map(({ kind }) => kind).join(' ')}'` }),
    ...(isSafe && { isSafe: 'true' }),
    ...(isIdempotent && { isIdempotent: 'true' }),
    ...(items && { items: `'${items}'` }),
    ...(repeatsItems && { repeatsItems: 'true' }),
  }
  return `  '${id}': { ${Object.entries(cells)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ')} },`
}

/** `account-insights` as the name of a function. */
function functionName(word: string): string {
  const name = pascal(word)
  return name.charAt(0).toLowerCase() + name.slice(1)
}

function signature({ id, params, inputs }: ClientOperation): string {
  const given = inputs.map(({ kind, isOptional }) => `${kind}${isOptional ? '?' : ''}: ${pascal(kind)}<'${id}'>`)
  return [...params.map((name) => `${name}: string`), ...given, 'options?: CallOptions'].join(', ')
}

type Tree = Map<string, Tree | ClientOperation>

function treeOf(all: readonly ClientOperation[]): Tree {
  const root: Tree = new Map()
  for (const operation of all) {
    const words = operation.id.split('.').map(functionName)
    const last = words.pop() ?? ''
    const parent = words.reduce<Tree>((tree, word) => {
      const next = tree.get(word) ?? new Map()
      if (!(next instanceof Map)) throw new Error(`${operation.id} is below another operation`)
      tree.set(word, next)
      return next
    }, root)
    parent.set(last, operation)
  }
  return root
}

function comment(text: string, indent: string): string {
  return `${indent}/** ${text.replaceAll('*/', '*\\/')} */`
}

function members(tree: Tree, indent = '  '): string[] {
  return [...tree].flatMap(([name, node]) => {
    if (node instanceof Map) return [`${indent}${name}: {`, ...members(node, `${indent}  `), `${indent}}`]
    const result = node.items ? `Pages<Response<'${node.id}'>, '${node.items}'>` : `Promise<Response<'${node.id}'>>`
    return [comment(node.doc, indent), `${indent}${name}(${signature(node)}): ${result}`]
  })
}

/** The folder above that of the generated files. */
const above = '../'

const mark = '// Generated from the OpenAPI document by `npm run reference`. Do not edit.'

/** The operations of packages/client: the table it works from, and the functions by name. */
export function clientOperations(document: object): string {
  const all = operationsOf(document as Document)
  return `${mark}

import type { Body, CallOptions, Pages, Query, Response } from '${above}operation-types.ts'

/** How each operation is called: its method, path and where its fields are sent. Keyed by operation id. */
export const operationTable = {
${all.map(row).join('\n')}
} as const

export type OperationId = keyof typeof operationTable

/** The operations as functions: the parameters of the path, the body or the query, and options. */
export interface Operations {
${members(treeOf(all)).join('\n')}
}
`
}

interface ErrorClass {
  name: string
  code: string
  meaning: string
}

function errorClassesOf(document: object): ErrorClass[] {
  const { schemas } = (document as Document).components
  return Object.entries(schemas).flatMap(([name, schema]) => {
    const code = schema.properties?.['error']?.properties?.['code']?.const
    return typeof code === 'string' ? [{ name, code, meaning: schema.description ?? '' }] : []
  })
}

/** A class for each error code. */
export function clientErrors(document: object): string {
  const errors = errorClassesOf(document)
  const classes = errors.map(
    ({ name, code, meaning }) => `${comment(meaning, '')}\nexport class ${name} extends ApiError<'${code}'> {}`,
  )
  return `${mark}

import { ApiError } from '${above}api-error.ts'

${classes.join('\n\n')}

/** The error class that the client throws for each error code of the API, keyed by code. */
export const errorClasses = {
${errors.map(({ name, code }) => `  ${code}: ${name},`).join('\n')}
} as const
`
}

/** Returns the source of the exports from the generated files: all types, and the classes of errors. */
export function clientExports(document: object): string {
  const names = errorClassesOf(document).map(({ name }) => `  ${name},`)
  return `${mark}\n\nexport type * from '${above}schema.ts'\nexport {\n${names.join('\n')}\n} from './errors.ts'\n`
}
