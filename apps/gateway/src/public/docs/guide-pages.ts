import { apiPrefix, operationIds, operationRow } from '@carillon/contract'
import { capabilities, cellOf, platforms, rejectionCode } from '@carillon/domain'
import { catalogueRow, type ErrorCode, type ErrorPlace, errorCodes, keysOf, type RetryAdvice } from '@carillon/errors'
import { type Html, html } from '../page.ts'
import type { ApiDocument } from './document.ts'
import { type DocsPage, methodLabel, operationPath } from './layout.ts'
import { inline, prose } from './prose.ts'

const advice: Readonly<Record<RetryAdvice, string>> = {
  never: 'Do not send the same request again. Change what the message names first.',
  backoff:
    'Send the request again, with growing pauses, if the header X-Should-Retry is true. If it is false, something may have been carried out: read the state first.',
  after: 'Wait for the number of seconds in the header Retry-After, then send the request again.',
  reconnect: 'The customer has to authorize the account again. Start a connection and send them its URL.',
  'with-care':
    'It may have been carried out. Read the result, such as the status of the publish, before you send it again.',
}

const places: Readonly<Record<ErrorPlace, string>> = {
  response: 'the body of a response',
  aggregate: 'the list errors of a read over several accounts',
  session: 'the error of a connection session',
}

const nothing = html``

function showError(code: ErrorCode): Html {
  const { statuses, meaning, retry, places: seen } = catalogueRow(code)
  const rows = operationIds.map((id) => ({ id, row: operationRow(id) })).filter(({ row }) => row.errors.includes(code))
  const links = rows.map(({ id, row }) => html`<li><a href="${operationPath(id)}">${row.summary}</a></li>`)
  const operations =
    links.length === 0
      ? nothing
      : html`<details><summary>${links.length === 1 ? '1 operation' : `${links.length} operations`}</summary><ul>${links}</ul></details>`
  const status = statuses.length === 0 ? 'none of its own' : statuses.join(', ')
  return html`<section class="error" id="${code}"><h2><a href="#${code}"><code>${code}</code></a></h2>
<p>${inline(meaning)}</p>
<dl><div><dt>HTTP status</dt><dd>${status}</dd></div><div><dt>What to do</dt><dd>${advice[retry]}</dd></div>
<div><dt>Seen in</dt><dd>${seen.map((place) => places[place]).join(', ')}</dd></div></dl>${operations}</section>`
}

/** Builds the page of all error codes. Each has an anchor of the same name, to which the `docUrl` of errors links. */
export function errorsPage(): DocsPage {
  const body = html`<article><h1>Error codes</h1>
<p>Every error has the body <code>{"error": {"code", "message", "requestId", "docUrl"}}</code>, with <code>details</code> where there are any.
Branch on <code>code</code>; <code>message</code> is written for humans and may change. Quote the request id when you ask for help.</p>
${errorCodes.map(showError)}</article>`
  return { title: 'Error codes', path: '/docs/errors', body }
}

function limitsIn(held: false | object): string {
  if (held === false) return 'no'
  const limits = Object.entries(held).map(([name, value]) => `${name}: ${[value].flat().join(', ')}`)
  return limits.length === 0 ? 'yes' : limits.join('; ')
}

/** Builds the page of the capabilities of each platform, from the table by which the API checks requests. */
export function capabilitiesPage(): DocsPage {
  const sections = keysOf(capabilities).map((capability) => {
    const code = rejectionCode(capability)
    const cells = platforms.map((platform) => {
      const says = limitsIn(cellOf(capability, platform))
      return html`<div><dt>${platform}</dt><dd class="${says === 'no' ? 'no' : 'yes'}">${says}</dd></div>`
    })
    return html`<section class="capability"><h2>${capabilities[capability].title}</h2><dl>${cells}</dl>
<p class="note">Where it says no: <a href="/docs/errors#${code}"><code>${code}</code></a></p></section>`
  })
  const body = html`<article><h1>What each platform can do</h1>
<p>The API checks requests against this table. What a platform cannot do is rejected with the code that is named.</p>
${sections}</article>`
  return { title: 'What each platform can do', path: '/docs/capabilities', body }
}

/** Builds the first page of the reference: how to call the API, and all operations by area. */
export function overviewPage({ title, description, tags, operations }: ApiDocument, publicUrl: string): DocsPage {
  const areas = tags.map(({ name, description: about }) => {
    const rows = operations
      .filter(({ tag }) => tag === name)
      .map(
        ({ id, method, path, summary }) =>
          html`<li class="operation"><a href="${operationPath(id)}">${summary}</a> <span class="endpoint">${methodLabel(method)} <code>${path.slice(apiPrefix.length)}</code></span></li>`,
      )
    return html`<section><h2>${name}</h2><p>${about}</p><ul class="operations">${rows}</ul></section>`
  })
  const example = `curl '${publicUrl}${apiPrefix}/profiles' \\\n  -H "Authorization: Bearer $CARILLON_KEY"`
  const body = html`<article><h1>${title} API</h1>${prose(description)}
<h2>Your first request</h2>
<p>Paths are below <code>${publicUrl}${apiPrefix}</code>. Send your API key as a bearer token. To send the examples of these
pages, enter your key under <b>API key</b> at the top. Every response has the header <code>X-Request-Id</code>, by which its
request is found in the log; send one of your own to choose it.</p>
<pre tabindex="0" role="region" aria-label="An example with curl">${example}</pre>
<p><a href="/docs/first-integration">Your first integration</a> · <a href="${apiPrefix}/openapi.json">OpenAPI document</a> · <a href="/docs/errors">Error codes</a> · <a href="/docs/capabilities">What each platform can do</a> · <a href="/dashboard">Dashboard</a></p>
${areas}</article>`
  return { title: 'Overview', path: '/docs', body }
}
