import { escapeHtml, renderPage } from '../html.ts'

/** The content of a network's consent page. */
export interface ConsentQuestion {
  /** The display name of the network. */
  network: string
  /** The display name of the app that requests access. */
  client: string
  /** The requested permissions; the user can decline each of them. */
  scopes: string[]
  /** The users who can consent; the first is selected by default. */
  people: { handle: string; name?: string | undefined }[]
  /**
   * Further hidden fields that the form posts, keyed by name: the authorization request, if the page's URL does not
   * contain it.
   */
  hidden?: Record<string, string>
}

function input(type: string, name: string, value: string, label: string, checked: boolean): string {
  return `<label><input type="${type}" name="${name}" value="${escapeHtml(value)}"${checked ? ' checked' : ''}> ${escapeHtml(label)}</label>`
}

/**
 * Renders the consent page of a simulated network. Its form is posted, URL-encoded, to the page's own URL (including
 * the query) with `decision` (`approve` or `deny`), `as` (a handle), one `scope` for each granted scope, and the fields
 * in `hidden`.
 */
export function renderConsent({ network, client, scopes, people, hidden = {} }: ConsentQuestion): string {
  const who = people.map(({ handle, name }, index) =>
    input('radio', 'as', handle, name === undefined ? handle : `${name} (${handle})`, index === 0),
  )
  const what = scopes.map((scope) => input('checkbox', 'scope', scope, scope, true))
  const kept = Object.entries(hidden).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  return renderPage(
    `${network}: ${client} asks`,
    `<h1>${escapeHtml(network)}</h1><p>${escapeHtml(client)} would like to use your account.</p>
<form method="post">${kept.join('')}<fieldset><legend>You are</legend>${who.join('')}</fieldset>
<fieldset><legend>It may</legend>${what.join('')}</fieldset>
<button name="decision" value="approve">Allow</button><button name="decision" value="deny">Decline</button></form>`,
  )
}
