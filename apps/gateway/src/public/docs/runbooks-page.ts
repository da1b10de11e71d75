import { keysOf } from '@carillon/errors'
import { alerts, runbookOf } from '../../service.ts'
import { type Html, html } from '../page.ts'
import type { DocsPage } from './layout.ts'
import { inline } from './prose.ts'

/** Returns the anchor of an alert: the file name of its runbook without suffix, to which alerts and `doctor` link. */
const anchorOf = (name: string): string => runbookOf(name).replace(/^.*\/|\.md$/g, '')

/** Returns a summary in which placeholders of Prometheus are replaced: `{{ $labels.network }}` → `network`. */
const readable = (summary: string): string => summary.replaceAll(/\{\{ \$(?:labels\.)?(\w+) \}\}/g, '`$1`')

type AlertName = keyof typeof alerts

/** Returns the first command of a runbook, as run from the sources and as run with compose. */
function commandsOf(name: AlertName): readonly [string, string] {
  const { first } = alerts[name]
  return [`npm run ${first}`, `docker compose run --rm admin ${first.replace('admin -- ', '')}`]
}

function showRunbook(name: AlertName): Html {
  const { severity, summary, means, cure, for: wait } = alerts[name]
  const [fromSources, withCompose] = commandsOf(name)
  const anchor = anchorOf(name)
  return html`<section class="error" id="${anchor}"><h2><a href="#${anchor}">${name}</a></h2>
<p>${inline(readable(summary))}.</p>
<dl><div><dt>Severity</dt><dd>${severity}, after ${wait}</dd></div><div><dt>Meaning</dt><dd>${inline(means)}</dd></div>
<div><dt>First command</dt><dd><code>${fromSources}</code>, or <code>${withCompose}</code></dd></div></dl>
<ol>${cure.map((step) => html`<li>${inline(step)}</li>`)}</ol></section>`
}

const introduction =
  'For operators of this installation: what each alert means for customers, the first command, and the cure. The rules are in `infra/observability`.'

/** Builds the page of runbooks: what an operator does about each alert, each with an anchor. */
export function runbooksPage(): DocsPage {
  const body = html`<article><h1>Runbooks</h1>
<p>${inline(introduction)}</p>
${keysOf(alerts).map(showRunbook)}</article>`
  return { title: 'Runbooks', path: '/docs/runbooks', body }
}

/** Returns the runbooks as Markdown. */
export function runbooksMarkdown(): string {
  const runbooks = keysOf(alerts).map((name) => {
    const { severity, summary, means, cure, for: wait } = alerts[name]
    const commands = commandsOf(name).map((command) => `\`${command}\``)
    const steps = cure.map((step, index) => `${index + 1}. ${step}`)
    return `## ${name}

${readable(summary)}. Severity: ${severity}, after ${wait}.

**Meaning**: ${means}

**First command**: ${commands.join(', or ')}

${steps.join('\n')}`
  })
  return `# Runbooks\n\n${introduction}\n\n${runbooks.join('\n\n')}\n`
}
