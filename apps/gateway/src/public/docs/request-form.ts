import { type Html, html } from '../page.ts'
import {
  type ApiDocument,
  type Content,
  type DocumentedOperation,
  listOf,
  type Parameter,
  schemaOf,
} from './document.ts'

/** The languages in which the request can be copied; without scripts only curl is shown. */
const languages = ['curl', 'TypeScript', 'Python']

/** The origin of media URLs in the examples. */
const exampleMedia = 'https://media.example.com'

export interface RequestFormOptions {
  document: ApiDocument
  publicUrl: string
  /** An origin from which the installation may fetch media, which replaces the one in the examples; null for none. */
  mediaOrigin: string | null
  /** The only platform of the operation; null if it has several or none. */
  platform: string | null
}

const nothing = html``

function valuesOf(parameter: Parameter, document: ApiDocument): string[] {
  const schema = document.resolve(parameter.schema)
  const items = document.resolve(schemaOf(schema['items']))
  return [...listOf(schema['enum']), ...listOf(items['enum'])].map(String)
}

function parameterInput(parameter: Parameter, document: ApiDocument): Html {
  const { name, place, required, schema } = parameter
  const id = `parameter-${name}`
  const need = required ? html` required` : nothing
  const values = valuesOf(parameter, document)
  const isList = document.resolve(schema)['type'] === 'array'
  const about = html` id="${id}" data-name="${name}" data-place="${place}" data-list="${String(isList)}"`
  const input =
    values.length > 0 && !isList
      ? html`<select${about}${need}>${required ? nothing : html`<option value="">Any</option>`}${values.map((value) => html`<option>${value}</option>`)}</select>`
      : html`<input${about}${need} list="values-${name}" autocomplete="off" spellcheck="false"><datalist id="values-${name}"></datalist>`
  const kind = isList ? 'comma-separated' : place
  return html`<div class="parameter"><label for="${id}"><code>${name}</code> <small>${kind}${required ? ', required' : ''}</small></label>${input}</div>`
}

function bodyInput(content: Content | undefined, mediaOrigin: string | null): Html {
  const [first] = content?.examples ?? []
  if (content === undefined || first === undefined) return nothing
  const text = (value: unknown) => {
    const written = JSON.stringify(value, null, 2)
    return mediaOrigin === null ? written : written.replaceAll(exampleMedia, mediaOrigin)
  }
  const options = content.examples.map(
    ({ name, value }) => html`<option value="${name}" data-body="${text(value)}">${name}</option>`,
  )
  const choice =
    content.examples.length === 1
      ? nothing
      : html`<div class="parameter"><label for="example">Example</label><select id="example">${options}</select></div>`
  return html`${choice}<div class="parameter"><label for="body">Body <small>JSON</small></label>
<textarea id="body" rows="12" spellcheck="false" autocomplete="off">${text(first.value)}</textarea></div>`
}

/** Returns the curl command that is shown until the script fills in the reader's input. */
function curl({ method, path }: DocumentedOperation, publicUrl: string): string {
  const verb = method === 'get' ? '' : ` -X ${method.toUpperCase()}`
  return `curl${verb} '${publicUrl}${path}' \\\n  -H "Authorization: Bearer $CARILLON_KEY"`
}

/** Renders the form with an operation's example request, which the reader can change and send. */
export function requestForm(operation: DocumentedOperation, options: RequestFormOptions): Html {
  const { document, publicUrl, mediaOrigin, platform } = options
  const { id, method, path } = operation
  const sent = operation.parameters.filter(({ name }) => name !== 'X-Request-Id')
  const inputs = sent.toSorted((a, b) => Number(b.required) - Number(a.required))
  const json = operation.bodies.find(({ contentType }) => contentType === 'application/json')
  return html`<section class="try" aria-labelledby="try-title"><h2 id="try-title">Send a request</h2>
<form id="request" data-operation="${id}" data-method="${method.toUpperCase()}" data-path="${path}" data-platform="${platform ?? ''}">
${inputs.map((parameter) => parameterInput(parameter, document))}${bodyInput(json, mediaOrigin)}
<button type="submit">Send</button>
<p id="request-notice" class="note" role="status">The request is carried out for real, by this installation.</p>
</form>
<div id="response" hidden><h3>Response <span id="response-status"></span></h3><p id="response-about" class="note"></p><pre id="response-body" tabindex="0" role="region" aria-label="Body of the response"></pre></div>
<div class="heading"><h3>As a program</h3><select id="language" aria-label="Language" hidden>${languages.map((name) => html`<option>${name}</option>`)}</select><button type="button" id="copy" hidden>Copy</button></div>
<pre id="program" tabindex="0" role="region" aria-label="The request as a program">${curl(operation, publicUrl)}</pre>
</section>`
}
