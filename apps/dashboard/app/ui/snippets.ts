/** A request to the API that can be copied as a program. */
export interface SnippetRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** The whole URL. */
  url: string
  /** Sent as JSON. */
  body?: object
}

export const snippetLanguages = ['curl', 'TypeScript', 'Python'] as const

export type SnippetLanguage = (typeof snippetLanguages)[number]

/** A text as one argument of a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

function curl({ method, url, body }: SnippetRequest): string {
  const lines = [`curl -X ${method} ${quoted(url)}`, '  -H "Authorization: Bearer $CARILLON_API_KEY"']
  if (body) lines.push("  -H 'Content-Type: application/json'", `  -d ${quoted(JSON.stringify(body))}`)
  return `${lines.join(' \\\n')}\n`
}

function typeScript({ method, url, body }: SnippetRequest): string {
  const type = body ? "\n    'Content-Type': 'application/json'," : ''
  const sent = body ? `\n  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')}),` : ''
  return `const { env } = process

const response = await fetch(${JSON.stringify(url)}, {
  method: '${method}',
  headers: {
    Authorization: \`Bearer \${env['CARILLON_API_KEY']}\`,${type}
  },${sent}
})
console.log(response.status, await response.json())
`
}

function python({ method, url, body }: SnippetRequest): string {
  const type = body ? '\n        "Content-Type": "application/json",' : ''
  // A JSON text is a Python string literal once it is written as JSON again.
  const sent = body ? `\n    data=${JSON.stringify(JSON.stringify(body))}.encode(),` : ''
  return `import os
import urllib.request

request = urllib.request.Request(
    ${JSON.stringify(url)},
    method="${method}",${sent}
    headers={
        "Authorization": f"Bearer {os.environ['CARILLON_API_KEY']}",${type}
    },
)
with urllib.request.urlopen(request) as response:
    print(response.status, response.read().decode())
`
}

const writers: Readonly<Record<SnippetLanguage, (request: SnippetRequest) => string>> = {
  curl,
  TypeScript: typeScript,
  Python: python,
}

/** A program that sends a request. It reads the key from the environment. */
export function snippet(language: SnippetLanguage, request: SnippetRequest): string {
  return writers[language](request)
}
