import { type Browser, openBrowser, type Page } from './browser.ts'
import { type Form, findConsentForm } from './form.ts'

/** The decisions of a simulated user on a consent page, as in the body of `POST /person/consent`. */
export interface ConsentWalk {
  authorizationUrl: string
  decision: 'approve' | 'deny'
  /**
   * The scopes, and on some networks ids such as of Pages, that the user does not grant. Ignored in sign-up dialogs.
   */
  withhold?: string[]
  /** The handle of the user. Default: the one that the app names in its request; otherwise the network's first user. */
  as?: string
  /** The kind of phone number that a business shares in a sign-up dialog, such as `unverified`; ignored elsewhere. */
  number?: string
}

export interface ConsentOutcome {
  /** The status of the last page; null if there was no response. */
  status: number | null
  finalUrl: string
  chain: string[]
}

const MAX_PAGES = 5

function fillIn(form: Form, { decision, withhold = [], as }: ConsentWalk): URLSearchParams {
  const filled = new URLSearchParams()
  const people = form.fields.filter(({ name }) => name === 'as')
  if (as !== undefined && people.length > 0 && !people.some(({ value }) => value === as)) {
    throw new RangeError(`as: this network knows ${people.map(({ value }) => value).join(', ')}`)
  }
  for (const { name, value, type, checked } of form.fields) {
    if (name === 'decision' || name === '') continue
    if (type === 'checkbox' && (!checked || (name === 'scope' && withhold.includes(value)))) continue
    if (type === 'radio' && (name === 'as' && as !== undefined ? value !== as : !checked)) continue
    filled.append(name, value)
  }
  filled.append('decision', decision)
  return filled
}

/**
 * Returns the response of `POST /person/consent`: the status and URL of the last page that the browser has opened, and
 * as `chain` the URLs that it has visited.
 */
export function outcomeOf({ status, url }: Page, { chain }: Browser): ConsentOutcome {
  return { status, finalUrl: url, chain: [...chain] }
}

/**
 * Acts as a user's browser on the consent pages of a simulated network and follows redirects, until a page that is
 * neither a redirect nor a consent form, or until five forms have been posted.
 * @throws RangeError if a form does not offer the user `as`
 */
export async function walkConsent(walk: ConsentWalk): Promise<ConsentOutcome> {
  const browser = openBrowser()
  let page = await browser.visit(walk.authorizationUrl)
  for (let count = 0; count < MAX_PAGES; count += 1) {
    const form = page.contentType.startsWith('text/html') ? findConsentForm(page.body, page.url) : undefined
    if (form === undefined) break
    page = await browser.visit(form.action, { form: fillIn(form, walk), referrer: page.url, site: 'same-origin' })
  }
  return outcomeOf(page, browser)
}
