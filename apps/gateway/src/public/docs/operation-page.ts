import { type OperationId, operationRow } from '@carillon/contract'
import { type Html, html } from '../page.ts'
import type { ApiDocument, Content, DocumentedOperation, DocumentedResponse, Parameter } from './document.ts'
import { showFields, showValue } from './fields.ts'
import { type DocsPage, methodLabel, operationPath } from './layout.ts'
import { inline, prose } from './prose.ts'
import { requestForm } from './request-form.ts'

export interface OperationPageOptions {
  publicUrl: string
  mediaOrigin: string | null
}

const nothing = html``

/**
 * Whether a parameter is shown on the page. `X-Request-Id`, which every operation takes, is explained on the first
 * page.
 */
const isOwn = ({ name }: Parameter) => name !== 'X-Request-Id'

function showParameters(parameters: readonly Parameter[], document: ApiDocument): Html {
  if (parameters.length === 0) return nothing
  const rows = parameters.map(({ name, place, required, schema, description }) => {
    const need = required ? html` <span class="required">required</span>` : nothing
    return html`<li><code class="name">${name}</code> <span class="place">${place}</span> ${showValue(schema, document)}${need}${prose(description)}</li>`
  })
  return html`<h2>Parameters</h2><ul class="fields">${rows}</ul>`
}

function showExamples({ examples }: Content): Html {
  const shown = examples.map(({ name, value }) => {
    const text = JSON.stringify(value, null, 2)
    const title = name === '' ? 'Example' : `Example: ${name}`
    return html`<details><summary>${title}</summary><pre tabindex="0" role="region" aria-label="${title}">${text}</pre></details>`
  })
  return html`${shown}`
}

function showBodies({ bodies }: DocumentedOperation, document: ApiDocument): Html {
  const shown = bodies.map((content) => {
    return html`<h3><code>${content.contentType}</code></h3>${showFields(content.schema, document)}`
  })
  return shown.length === 0 ? nothing : html`<h2>Body</h2>${shown}`
}

function showSuccess({ status, description, contents }: DocumentedResponse, document: ApiDocument): Html {
  const bodies = contents.map((content) => html`${showFields(content.schema, document)}${showExamples(content)}`)
  return html`<section class="response"><h3><span class="status good">${status}</span></h3><div><p>${inline(description)}</p>${bodies}</div></section>`
}

/** Renders the error codes of a status, with links to the page that says what to do about them. */
function showFailure({ status, contents }: DocumentedResponse): Html {
  const codes = contents.flatMap(({ examples }) => examples.map(({ name }) => name))
  const links = codes.map((code) => html`<a href="/docs/errors#${code}"><code>${code}</code></a> `)
  return html`<section class="response"><h3><span class="status">${status}</span></h3><p>${links}</p></section>`
}

/** Builds the page of one operation: its fields, responses, and a request that can be sent. */
export function operationPage(
  operation: DocumentedOperation,
  document: ApiDocument,
  options: OperationPageOptions & { id: OperationId },
): DocsPage {
  const { id, method, path, summary, description, parameters, responses } = operation
  const isFailure = ({ status }: DocumentedResponse) => status >= '400'
  const good = responses.filter((response) => !isFailure(response)).map((response) => showSuccess(response, document))
  const bad = responses.filter(isFailure).map(showFailure)
  const platform = operationRow(options.id).platform ?? null
  const body = html`<div class="columns"><article>
<h1>${summary}</h1>
<p class="endpoint">${methodLabel(method)} <code>${path}</code></p>
<p class="note">Operation <code>${id}</code></p>
${prose(description)}${showParameters(parameters.filter(isOwn), document)}${showBodies(operation, document)}
<h2>Responses</h2>${good}<h2>Errors</h2>${bad}
</article>${requestForm(operation, { ...options, document, platform })}</div>`
  return { title: summary, path: operationPath(id), body }
}
