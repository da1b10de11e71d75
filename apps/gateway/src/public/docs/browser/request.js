// Sends the examples with an API key or the reader's dashboard session, and fills in ids from the responses so far.
import { languages } from './snippets.js'

const byId = (id) => document.getElementById(id)

/** The maximum number of profiles whose accounts are read. */
const maxProfiles = 10

let key = ''
/** Whether the reader is signed in to the dashboard on this origin; requests without a key then use the session. */
let isSignedIn = false
/** Lists of ids that responses contained or the reader has typed, keyed by parameter or field; the newest first. */
const known = new Map()
/** The connected accounts that the key or session can use. */
let accounts = []
/** The organization's allowed origins for redirects. */
let origins = []

function remember(name, value) {
  if (typeof value !== 'string' || value === '') return
  const held = known.get(name) ?? []
  known.set(name, [value, ...held.filter((one) => one !== value)].slice(0, 50))
}

const singular = (name) => name.replace(/ies$/, 'y').replace(/sses$/, 'ss').replace(/s$/, '')

/** Remembers every id in a response: `accounts: [{id}]`, `account: {id}` and `{accountId}` all give an `accountId`. */
function learn(value, name) {
  if (Array.isArray(value)) for (const one of value.toReversed()) learn(one, singular(name))
  else if (value !== null && typeof value === 'object') {
    for (const [field, held] of Object.entries(value)) {
      if (field === 'id') remember(`${name}Id`, held)
      else if (/Id$/.test(field)) remember(field, held)
      else learn(held, field)
    }
  }
}

/**
 * Returns the headers that authenticate a request: those of the entered key or, without one, the header that lets the
 * gateway accept the session cookie. Pages of other origins cannot send that header.
 */
const credentials = () =>
  key === '' && isSignedIn ? { 'carillon-dashboard': '1' } : { authorization: `Bearer ${key}` }

async function call(path, { method = 'GET', headers = {}, body } = {}) {
  const response = await fetch(path, { method, headers: { ...credentials(), ...headers }, body })
  const text = await response.text()
  let json
  try {
    json = JSON.parse(text)
  } catch {
    json = undefined
  }
  return { response, text, json }
}

const form = () => byId('request')
const inputs = () => [...form().querySelectorAll('[data-name]')]
const isEdited = (input) => input.dataset.edited === 'true'

function platformNow() {
  const chosen = byId('example')?.value || form().dataset.platform
  return chosen || inputs().find(({ dataset }) => dataset.name === 'platform')?.value || ''
}

/**
 * Returns the value that is filled in for a parameter or field: for `accountId` and `profileId` those of an account on
 * the chosen platform, otherwise the newest known value; undefined if none is known.
 */
function proposal(name) {
  const platform = platformNow()
  const account = accounts.find((one) => one.platform === platform) ?? (platform === '' ? accounts[0] : undefined)
  if (name === 'accountId') return account?.accountId
  if (name === 'profileId' && account) return account.profileId
  return known.get(name)?.[0]
}

function fillInputs() {
  for (const input of inputs()) {
    const { name } = input.dataset
    const list = byId(`values-${name}`)
    const values = name === 'accountId' ? accounts.map(({ accountId }) => accountId) : (known.get(name) ?? [])
    list?.replaceChildren(...values.map((value) => Object.assign(document.createElement('option'), { value })))
    const needed = input.required || name === 'accountId'
    if (!isEdited(input) && needed && input.tagName === 'INPUT') input.value = proposal(name) ?? ''
  }
}

function fillBody() {
  const body = byId('body')
  if (!body || isEdited(body)) return
  const example = byId('example')
  const text = example ? example.selectedOptions[0].dataset.body : body.defaultValue
  const fields = JSON.parse(text)
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string' && /Id$/.test(name)) fields[name] = proposal(name) ?? value
    if (name === 'redirectUrl' && origins.length > 0) fields[name] = `${origins[0]}/connected`
  }
  body.value = JSON.stringify(fields, null, 2)
}

/** Returns the request that the form describes; `body` is undefined if the operation has none. */
function request() {
  const { method, path } = form().dataset
  const headers = {}
  const query = new URLSearchParams()
  let filled = path
  for (const input of inputs()) {
    const { name, place, list } = input.dataset
    const value = input.value.trim()
    if (place === 'path') filled = filled.replace(`{${name}}`, value === '' ? `{${name}}` : encodeURIComponent(value))
    else if (value === '') continue
    else if (place === 'header') headers[name] = value
    else for (const one of list === 'true' ? value.split(',') : [value]) query.append(name, one.trim())
  }
  const body = byId('body')?.value
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  const search = query.toString()
  return { method, path: search === '' ? filled : `${filled}?${search}`, headers, body }
}

/** The programming language that the reader has chosen for examples. It applies to all pages. */
let language = 'curl'

function showProgram() {
  const { path, ...sent } = request()
  byId('program').textContent = languages[language]({ ...sent, url: `${location.origin}${path}` })
  byId('copy').textContent = 'Copy'
}

function refresh() {
  if (!form()) return
  fillInputs()
  fillBody()
  showProgram()
}

function showResponse({ response, text, json }, milliseconds) {
  const status = byId('response-status')
  status.textContent = `${response.status} ${response.statusText}`.trim()
  status.className = response.ok ? 'status good' : 'status bad'
  const about = byId('response-about')
  about.replaceChildren(`${milliseconds} ms · request ${response.headers.get('x-request-id') ?? ''}`)
  const code = json?.error?.code
  if (code) {
    const link = Object.assign(document.createElement('a'), {
      href: `/docs/errors#${code}`,
      textContent: `What ${code} means`,
    })
    about.append(' · ', link)
  }
  byId('response-body').textContent = json === undefined ? text || 'No body' : JSON.stringify(json, null, 2)
  byId('response').hidden = false
}

async function send(event) {
  event.preventDefault()
  const notice = byId('request-notice')
  if (key === '' && !isSignedIn) {
    notice.textContent = 'Enter your API key first, or sign in to the dashboard.'
    byId('key').open = true
    byId('key-input').focus()
    return
  }
  const button = form().querySelector('button[type=submit]')
  const { method, path, headers, body } = request()
  button.disabled = true
  notice.textContent = 'Sending …'
  const began = performance.now()
  try {
    const result = await call(path, { method, headers, body })
    if (result.response.ok) learn(result.json, singular(form().dataset.operation.split('.')[0]))
    showResponse(result, Math.round(performance.now() - began))
    if (result.response.status === 401 && key === '') noteSignedOut()
    notice.textContent = `Response: ${result.response.status}`
    refresh()
  } catch {
    notice.textContent = 'The installation did not respond. Is it running? Try again.'
  }
  button.disabled = false
}

function rejectionOf(response) {
  if (response === null) return 'The installation did not respond. Is it running? Try again.'
  if (response.status === 401)
    return 'This key is not valid. Check that all of it was copied, and that it was not deleted.'
  return `The key could not be checked: response ${response.status}. Try again later.`
}

/** Reads profiles, accounts and origins to fill in. Returns how many profiles and accounts there are, as text. */
async function readIds({ profiles }) {
  const standard = profiles.toSorted((a, b) => Number(a.isDefault) - Number(b.isDefault))
  for (const { id } of standard) remember('profileId', id)
  const lists = standard
    .toReversed()
    .slice(0, maxProfiles)
    .map(({ id }) => call(`/api/v1/profiles/${id}/accounts`))
  const listed = (await Promise.all(lists)).flatMap(({ json: list }) => list?.accounts ?? [])
  // A key that is restricted to a profile cannot read the origins.
  origins = (await call('/api/v1/origins')).json?.origins ?? []
  accounts = listed.filter(({ status }) => status === 'connected')
  const count = accounts.length === 1 ? '1 account' : `${accounts.length} accounts`
  return `${profiles.length} ${profiles.length === 1 ? 'profile' : 'profiles'}, ${count}`
}

async function useKey(event) {
  event.preventDefault()
  const notice = byId('key-notice')
  key = byId('key-input').value.trim()
  notice.textContent = 'Checking …'
  const { response, json } = await call('/api/v1/profiles').catch(() => ({ response: null, json: null }))
  if (!response?.ok) {
    notice.textContent = rejectionOf(response)
    key = ''
    byId('key-state').textContent = isSignedIn ? 'Signed in' : 'API key'
    return
  }
  const found = await readIds(json)
  byId('key-state').textContent = 'API key set'
  byId('key-input').value = ''
  notice.textContent = `The key works: ${found}.`
  byId('key').open = false
  byId('key').querySelector('summary').focus()
  refresh()
}

function noteUnread(notice) {
  notice.textContent = 'The response could not be read. Load the page again.'
}

function noteSignedOut() {
  isSignedIn = false
  byId('key-state').textContent = 'API key'
  byId('key-notice').textContent = 'Your session has ended. Sign in to the dashboard again, or enter a key.'
}

/** Uses the dashboard session if the browser has one. */
async function useSession() {
  // Scripts cannot read the cookie, so the gateway reports whether there is one. Without it, no request is sent in vain.
  const { hasSession } = await fetch('/docs/access.json').then((response) => response.json())
  if (!hasSession) return
  isSignedIn = true
  const { response, json } = await call('/api/v1/profiles')
  if (!response.ok) return noteSignedOut()
  const found = await readIds(json)
  if (key !== '') return
  byId('key-state').textContent = 'Signed in'
  byId('key-notice').textContent =
    `Requests are sent with your dashboard session: ${found}. A key that you enter is used instead.`
  refresh()
}

byId('key-form').addEventListener('submit', (event) => useKey(event).catch(() => noteUnread(byId('key-notice'))))
useSession().catch(() => {
  // Without a response there is no session; the next request shows the failure.
})

/** Remembers the ids that the reader has typed, so that other pages offer them too. Called before a page is left. */
export function forgetForm() {
  if (!form()) return
  for (const input of inputs())
    if (isEdited(input) && /Id$/.test(input.dataset.name)) remember(input.dataset.name, input.value.trim())
}

/** Connects the form of the current page, if it has one. */
export function startRequests() {
  const shown = form()
  if (!shown) return
  shown.addEventListener('submit', (event) => send(event).catch(() => noteUnread(byId('request-notice'))))
  shown.addEventListener('input', ({ target }) => {
    if (target.id === 'language') return
    if (target.id === 'example') delete byId('body').dataset.edited
    else target.dataset.edited = 'true'
    if (target.id === 'example' || target.dataset.name === 'platform') refresh()
    else showProgram()
  })
  const choice = byId('language')
  choice.hidden = false
  choice.value = language
  choice.addEventListener('change', () => {
    language = choice.value
    showProgram()
  })
  const copy = byId('copy')
  if (navigator.clipboard) {
    copy.hidden = false
    copy.addEventListener('click', async () => {
      await navigator.clipboard.writeText(byId('program').textContent)
      copy.textContent = 'Copied'
    })
  }
  refresh()
}
