import { type CollectionRequest, collectionRequests, defaultBaseUrl, foldersOf, variablesOf } from './requests.ts'

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

function itemOf({ id, title, about, method, path, pathParameters, query, body }: CollectionRequest): object {
  const segments = path.replace(/\{(\w+)\}/g, ':$1').slice(1)
  return {
    name: title,
    request: {
      method: method.toUpperCase(),
      description: [about, `Operation: ${id}`].filter(Boolean).join('\n\n'),
      url: {
        raw: `{{baseUrl}}/${segments}`,
        host: ['{{baseUrl}}'],
        path: segments.split('/'),
        ...(pathParameters.length > 0 && { variable: pathParameters.map(({ name, value }) => ({ key: name, value })) }),
        ...(query.length > 0 && {
          query: query.map(({ name, value, isSent }) => ({ key: name, value, disabled: !isSent })),
        }),
      },
      ...(body !== null && { body: { mode: 'raw', raw: body, options: { raw: { language: 'json' } } } }),
    },
  }
}

/** The collection for Postman, as the text of its file. */
export function postmanCollection(document: object): string {
  const requests = collectionRequests(document)
  const collection = {
    info: {
      name: 'Carillon',
      description: 'Set the variables `baseUrl` and `apiKey`, then the ids that a request uses.',
      schema,
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: defaultBaseUrl },
      ...['apiKey', ...variablesOf(requests)].map((key) => ({ key, value: '' })),
    ],
    item: [...foldersOf(requests)].map(([name, items]) => ({ name, item: items.map(itemOf) })),
  }
  return `${JSON.stringify(collection, null, 2)}\n`
}
