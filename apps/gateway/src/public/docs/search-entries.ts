import { catalogueRow, errorCodes } from '@carillon/errors'
import { type ApiDocument, type DocumentedOperation, listOf, type Schema, schemaOf } from './document.ts'
import { guides, operationPath } from './layout.ts'

/** An entry of the search index: title, path, a line that is shown below it, and further words by which it is found. */
export interface SearchEntry {
  title: string
  href: string
  about: string
  words: string
}

const MAX_DEPTH = 5

function fieldNames(held: Schema, document: ApiDocument, depth = 0): string[] {
  if (depth > MAX_DEPTH) return []
  const schema = document.resolve(held)
  const properties = Object.entries(schemaOf(schema['properties']))
  const inner = [...listOf(schema['oneOf']), ...listOf(schema['anyOf']), schema['items']]
  return [
    ...properties.flatMap(([name, property]) => [name, ...fieldNames(schemaOf(property), document, depth + 1)]),
    ...inner.flatMap((part) => fieldNames(schemaOf(part), document, depth + 1)),
  ]
}

function operationEntry(operation: DocumentedOperation, document: ApiDocument): SearchEntry {
  const { id, method, path, tag, summary, description, parameters, bodies, responses } = operation
  const contents = [...bodies, ...responses.filter(({ status }) => status < '400').flatMap((one) => one.contents)]
  const names = [
    ...parameters.map(({ name }) => name),
    ...contents.flatMap(({ schema }) => fieldNames(schema, document)),
  ]
  const words = [id, tag, description, ...new Set(names)].join(' ')
  return { title: summary, href: operationPath(id), about: `${method.toUpperCase()} ${path}`, words }
}

/** Returns the entries of the reference's search index, in the order in which equal matches are listed. */
export function searchEntries(document: ApiDocument): SearchEntry[] {
  return [
    ...document.operations.map((operation) => operationEntry(operation, document)),
    ...guides.map(({ path, title }) => ({ title, href: path, about: 'Guide', words: '' })),
    ...errorCodes.map((code) => {
      const { statuses, meaning } = catalogueRow(code)
      return { title: code, href: `/docs/errors#${code}`, about: `Error ${statuses.join(', ')}`.trim(), words: meaning }
    }),
  ]
}
