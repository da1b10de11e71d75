import { escapeHtml, renderPage } from '../html.ts'
import type { Page } from '../meta/state/people.ts'

/**
 * Renders the second page of the login dialog as HTML, on which the user `handle` selects Pages for the app `client`.
 * Each Page is a checkbox with the name `scope` and the id as its value, so that tests can decline it like a permission
 * on the first page. `granted` has the permissions from that page.
 */
export function renderPageChoice(asked: { client: string; handle: string; granted: string[]; pages: Page[] }): string {
  const boxes = asked.pages.map(
    ({ id, name }) =>
      `<label><input type="checkbox" name="scope" value="${escapeHtml(id)}" checked> ${escapeHtml(name)} (${escapeHtml(id)})</label>`,
  )
  const kept = { step: 'pages', as: asked.handle, granted: asked.granted.join(',') }
  const hidden = Object.entries(kept).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  )
  return renderPage(
    'Facebook: choose Pages',
    `<h1>Facebook</h1><p>Choose the Pages that ${escapeHtml(asked.client)} may use.</p>
<form method="post">${hidden.join('')}<fieldset><legend>Pages</legend>${boxes.join('')}</fieldset>
<button name="decision" value="approve">Continue</button><button name="decision" value="deny">Cancel</button></form>`,
  )
}
