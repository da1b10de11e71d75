/** A request to the API that can be copied as a program. */
export interface SnippetRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** The absolute URL. */
  url: string
  /** The body, sent as JSON; absent if `form` is set, or for none. */
  body?: object
  /** The body as a form (multipart/form-data), instead of `body`. */
  form?: readonly FormPart[]
}

/** A field of a form. With `file`, a content type and a file name are sent with the value. */
export interface FormPart {
  name: string
  value: string
  file?: { type: string; name: string }
}

export const snippetLanguages = ['curl', 'TypeScript', 'Python'] as const

export type SnippetLanguage = (typeof snippetLanguages)[number]

/** A text as one quoted argument of a POSIX shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/**
 * The argument of curl for a part of a form: a type and a file name follow the value; in the name, `"` and `\` are
 * escaped.
 */
function curlPart({ name, value, file }: FormPart): string {
  if (!file) return `  --form-string ${quoted(`${name}=${value}`)}`
  return `  -F ${quoted(`${name}=${value};type=${file.type};filename="${file.name.replace(/["\\]/g, '\\$&')}"`)}`
}

function curl({ method, url, body, form = [] }: SnippetRequest): string {
  const lines = [`curl -X ${method} ${quoted(url)}`, '  -H "Authorization: Bearer $CARILLON_API_KEY"']
  if (body) lines.push("  -H 'Content-Type: application/json'", `  -d ${quoted(JSON.stringify(body))}`)
  return `${[...lines, ...form.map(curlPart)].join(' \\\n')}\n`
}

/** A value as a JavaScript literal; lines after the first are indented by two more spaces. */
const literal = (value: unknown) => JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')

function typeScriptForm(form: readonly FormPart[]): string {
  const parts = form.map(({ name, value, file }) =>
    file
      ? `form.append(${literal(name)}, new Blob([${literal(value)}], { type: ${literal(file.type)} }), ${literal(file.name)})`
      : `form.append(${literal(name)}, ${literal(value)})`,
  )
  return ['const form = new FormData()', ...parts, '', ''].join('\n')
}

function typeScript({ method, url, body, form }: SnippetRequest): string {
  const type = body ? "\n    'Content-Type': 'application/json'," : ''
  const sent = body ? `\n  body: JSON.stringify(${literal(body)}),` : form ? '\n  body: form,' : ''
  return `const { env } = process

${form ? typeScriptForm(form) : ''}const response = await fetch(${literal(url)}, {
  method: '${method}',
  headers: {
    Authorization: \`Bearer \${env['CARILLON_API_KEY']}\`,${type}
  },${sent}
})
console.log(response.status, await response.json())
`
}

/** The boundary of the parts of a form. It occurs in no value, as these are ids and texts without it. */
const boundary = 'carillon-form-boundary'

function formBody(form: readonly FormPart[]): string {
  const parts = form.map(({ name, value, file }) => {
    const filename = file ? `; filename="${file.name.replaceAll('"', '%22')}"\r\nContent-Type: ${file.type}` : ''
    return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename}\r\n\r\n${value}\r\n`
  })
  return `${parts.join('')}--${boundary}--\r\n`
}

function python({ method, url, body, form }: SnippetRequest): string {
  const contentType = body ? 'application/json' : `multipart/form-data; boundary=${boundary}`
  const content = body ? JSON.stringify(body) : form ? formBody(form) : null
  const type = content === null ? '' : `\n        "Content-Type": ${literal(contentType)},`
  // A JSON text is a Python string literal.
  const sent = content === null ? '' : `\n    data=${literal(content)}.encode(),`
  return `import os
import urllib.request

request = urllib.request.Request(
    ${literal(url)},
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

/**
 * The source of a program that sends a request and prints the response. It reads the API key from `CARILLON_API_KEY`.
 */
export function snippet(language: SnippetLanguage, request: SnippetRequest): string {
  return writers[language](request)
}
