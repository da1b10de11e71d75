import { type CollectionRequest, collectionRequests, defaultBaseUrl, foldersOf, variablesOf } from './requests.ts'

/** A block of Bruno's format: its lines, indented. */
function block(name: string, lines: readonly string[]): string {
  return `${name} {\n${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}\n}\n`
}

/** A name as Bruno accepts it for a file. */
const fileName = (name: string): string => name.replace(/[^\w. -]/g, '-')

function requestFile(request: CollectionRequest, index: number): string {
  const { id, title, about, method, path, pathParameters, query, body } = request
  const search = query.filter(({ isSent }) => isSent).map(({ name, value }) => `${name}=${value}`)
  const url = `{{baseUrl}}${path.replace(/\{(\w+)\}/g, ':$1')}${search.length > 0 ? `?${search.join('&')}` : ''}`
  const blocks = [
    block('meta', [`name: ${title.replaceAll(':', '')}`, 'type: http', `seq: ${index + 1}`]),
    block(method, [`url: ${url}`, `body: ${body === null ? 'none' : 'json'}`, 'auth: inherit']),
    ...(query.length > 0
      ? [
          block(
            'params:query',
            query.map(({ name, value, isSent }) => `${isSent ? '' : '~'}${name}: ${value}`),
          ),
        ]
      : []),
    ...(pathParameters.length > 0
      ? [
          block(
            'params:path',
            pathParameters.map(({ name, value }) => `${name}: ${value}`),
          ),
        ]
      : []),
    ...(body === null ? [] : [block('body:json', body.split('\n'))]),
    block('docs', [...about.split('\n').filter(Boolean), `Operation: ${id}`]),
  ]
  return blocks.join('\n')
}

/** The collection for Bruno, by path: a file for each request. */
export function brunoCollection(document: object): Record<string, string> {
  const requests = collectionRequests(document)
  const variables = [`baseUrl: ${defaultBaseUrl}`, ...variablesOf(requests).map((name) => `${name}:`)]
  const files = [...foldersOf(requests)].flatMap(([folder, items], at) => [
    [`${fileName(folder)}/folder.bru`, block('meta', [`name: ${folder}`, `seq: ${at + 1}`])],
    ...items.map((request, index) => [`${fileName(folder)}/${request.id}.bru`, requestFile(request, index)]),
  ])
  return {
    'bruno.json': `${JSON.stringify({ version: '1', name: 'Carillon', type: 'collection' }, null, 2)}\n`,
    'collection.bru': `${block('auth', ['mode: bearer'])}\n${block('auth:bearer', ['token: {{apiKey}}'])}`,
    'environments/Local.bru': `${block('vars', variables)}vars:secret [\n  apiKey\n]\n`,
    ...Object.fromEntries(files),
  }
}
