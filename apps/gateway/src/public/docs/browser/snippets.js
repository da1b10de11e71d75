// A request as a program, in several languages. Each reads the key from CARILLON_KEY.
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`

function curl({ method, url, headers, body }) {
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(url)}`,
    '-H "Authorization: Bearer $CARILLON_KEY"',
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoted(body)}`]),
  ]
  return lines.join(' \\\n  ')
}

/** Returns JavaScript that evaluates to a body: an object literal in `JSON.stringify` if it is JSON, else a string. */
function expression(body) {
  try {
    return `JSON.stringify(${JSON.stringify(JSON.parse(body), null, 2).replaceAll('\n', '\n  ')})`
  } catch {
    return JSON.stringify(body)
  }
}

function typeScript({ method, url, headers, body }) {
  const more = Object.entries(headers).map(
    ([name, value]) => `\n    ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
  )
  const sent = body === undefined ? '' : `\n  body: ${expression(body)},`
  return `const { env } = process

const response = await fetch(${JSON.stringify(url)}, {
  method: '${method}',
  headers: {
    Authorization: \`Bearer \${env['CARILLON_KEY']}\`,${more.join('')}
  },${sent}
})
console.log(response.status, await response.json())`
}

function python({ method, url, headers, body }) {
  const more = Object.entries(headers).map(
    ([name, value]) => `\n        ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
  )
  // A JSON text is a Python string literal.
  const sent = body === undefined ? '' : `\n    data=${JSON.stringify(body)}.encode(),`
  return `import os
import urllib.request

request = urllib.request.Request(
    ${JSON.stringify(url)},
    method="${method}",${sent}
    headers={
        "Authorization": f"Bearer {os.environ['CARILLON_KEY']}",${more.join('')}
    },
)
with urllib.request.urlopen(request) as response:
    print(response.status, response.read().decode())`
}

/** The functions that render a request as a program, keyed by the name of the language on the page. */
export const languages = { curl, TypeScript: typeScript, Python: python }
