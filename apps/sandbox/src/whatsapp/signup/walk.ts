import { type Browser, openBrowser, type Page } from '../../consent/browser.ts'
import { type ConsentOutcome, type ConsentWalk, outcomeOf } from '../../consent/walk.ts'
import { objectOf } from '../../json.ts'
import { maySignUp } from '../app-settings.ts'
import type { State } from '../state.ts'
import { businessOf, cancelSignup, finishSignup, readNumberChoice, type SignupResult } from './finish.ts'

const PAGE_PATH = '/connect/whatsapp'

/** Returns whether a URL is Carillon's page on which a business signs up for WhatsApp. */
export function isSignupPage({ pathname, searchParams }: URL): boolean {
  return pathname.endsWith(PAGE_PATH) && searchParams.has('session')
}

function redirectUrlOf({ contentType, body }: Page): string | null {
  if (!contentType.includes('json')) return null
  const { redirectUrl } = objectOf(JSON.parse(body))
  return typeof redirectUrl === 'string' ? redirectUrl : null
}

/** Sends the result to Carillon, as the script of the sign-up page does after the pop-up, and follows the redirect. */
async function report(browser: Browser, page: Page, result: SignupResult): Promise<Page> {
  const url = new URL(page.url)
  const json = { session: url.searchParams.get('session'), ...result }
  const response = await browser.call(`${url.origin}${PAGE_PATH}`, { json, referrer: page.url })
  const next = redirectUrlOf(response)
  return next === null ? { ...response, url: page.url } : browser.visit(next, { referrer: page.url })
}

/**
 * Acts as a business's browser: opens Carillon's sign-up page, completes or cancels the pop-up and follows the
 * redirect. Returns the status and URL of the last page and the visited URLs. Stops at the sign-up page if its status
 * is not 200, or if the business cannot use the app while it is in development; the returned status is then 400.
 * @throws RangeError for an unknown business or number choice
 */
export async function walkSignup(state: State, walk: ConsentWalk): Promise<ConsentOutcome> {
  const number = readNumberChoice(walk.number)
  const browser = openBrowser()
  const page = await browser.visit(walk.authorizationUrl)
  if (page.status !== 200) return outcomeOf(page, browser)
  if (walk.decision === 'approve' && !maySignUp(state.appSettings, businessOf(state, walk.as).handle)) {
    // The pop-up shows an error and reports nothing: the page of Carillon stays as it is.
    return outcomeOf({ ...page, status: 400 }, browser)
  }
  const result = walk.decision === 'approve' ? finishSignup(state, { handle: walk.as, number }) : cancelSignup()
  return outcomeOf(await report(browser, page, result), browser)
}
