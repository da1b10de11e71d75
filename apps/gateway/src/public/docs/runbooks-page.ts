import { keysOf } from '@carillon/errors'
import { alerts, runbookOf } from '../../service.ts'
import { type Html, html } from '../page.ts'
import type { DocsPage } from './layout.ts'
import { inline } from './prose.ts'

/** The anchor of an alert: the name of its page in `docs/runbooks`, to which alerts and `doctor` lead. */
const anchorOf = (name: string): string => runbookOf(name).replace(/^.*\/|\.md$/g, '')

/** A summary without the labels of Prometheus: `{{ $labels.network }}` → `network`. */
const readable = (summary: string): string => summary.replaceAll(/\{\{ \$(?:labels\.)?(\w+) \}\}/g, '`$1`')

function showRunbook(name: keyof typeof alerts): Html {
  const { severity, summary, means, first, cure, for: wait } = alerts[name]
  const anchor = anchorOf(name)
  return html`<section class="error" id="${anchor}"><h2><a href="#${anchor}">${name}</a></h2>
<p>${inline(readable(summary))}.</p>
<dl><div><dt>Severity</dt><dd>${severity}, after ${wait}</dd></div><div><dt>Meaning</dt><dd>${inline(means)}</dd></div>
<div><dt>First command</dt><dd><code>npm run ${first}</code></dd></div></dl>
<ol>${cure.map((step) => html`<li>${inline(step)}</li>`)}</ol></section>`
}

/** What an operator does about each alert, with an anchor of its own for each. */
export function runbooksPage(): DocsPage {
  const body = html`<article><h1>Runbooks</h1>
<p>For operators of this installation: what each alert means for customers, the first command, and the cure. The rules are in
<code>infra/observability</code>.</p>
${keysOf(alerts).map(showRunbook)}</article>`
  return { title: 'Runbooks', path: '/docs/runbooks', body }
}
