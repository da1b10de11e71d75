import { openBrowser } from '../consent/browser.ts'
import { type ConsentOutcome, type ConsentWalk, outcomeOf } from '../consent/walk.ts'
import type { Person } from './people.ts'

const API = '/@atproto/oauth-provider/~api'
const CSRF_COOKIE = 'csrf-token'

/**
 * Reads from the consent page's script which user the app expects and which scopes it requests; undefined if the page
 * is not a consent page.
 */
function readPage(html: string): { scope?: string; loginHint?: string } | undefined {
  const [, quoted] = /window\["__authorizeData"\]=JSON\.parse\(("(?:[^"\\]|\\.)*")\)/.exec(html) ?? []
  return quoted === undefined ? undefined : JSON.parse(JSON.parse(quoted))
}

function choosePerson(people: Person[], wanted: string | undefined): Person {
  const [first] = people
  const person = wanted === undefined ? first : people.find(({ handle, did }) => handle === wanted || did === wanted)
  if (person === undefined)
    throw new RangeError(`as: this network knows ${people.map(({ handle }) => handle).join(', ')}`)
  return person
}

/**
 * Acts as a user's browser on the reference server's own pages: opens the authorization page, signs in, approves
 * (without the scopes in `withhold`) or denies as the page's script would, and follows the redirect to the app's
 * callback. The user is `as` (a handle or DID), otherwise the one that the app expects, otherwise the first of
 * `people`; a denial needs no user. Returns at once if the first page is not the consent page.
 * @throws RangeError if there is no such user, Error if the server rejects a step
 */
export async function walkConsent(walk: ConsentWalk, people: Person[]): Promise<ConsentOutcome> {
  const browser = openBrowser()
  const page = await browser.visit(walk.authorizationUrl)
  const asked = readPage(page.body)
  if (asked === undefined) return outcomeOf(page, browser)
  const { origin } = new URL(page.url)

  async function ask<Result>(endpoint: string, json: unknown, bearer?: string): Promise<Result> {
    const csrf = browser.cookie(page.url, CSRF_COOKIE) ?? ''
    const response = await browser.call(`${origin}${API}${endpoint}`, {
      json,
      referrer: page.url,
      headers: { 'x-csrf-token': csrf, ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }) },
    })
    if (response.status !== 200) throw new Error(`${endpoint} responded with ${response.status} ${response.body}`)
    return JSON.parse(response.body)
  }

  async function approve(): Promise<{ url: string }> {
    const { handle, did, password } = choosePerson(people, walk.as ?? asked?.loginHint)
    const session = await ask<{ ephemeralToken: string }>('/sign-in', {
      locale: 'en',
      username: handle,
      password,
      remember: false,
    })
    const scope = asked?.scope?.split(' ').filter((name) => !walk.withhold?.includes(name))
    return ask('/consent', { did, ...(scope === undefined ? {} : { scope: scope.join(' ') }) }, session.ephemeralToken)
  }

  const { url } = walk.decision === 'approve' ? await approve() : await ask<{ url: string }>('/reject', {})
  return outcomeOf(await browser.visit(url, { referrer: page.url, site: 'same-origin' }), browser)
}
