import { showAccounts } from './accounts.js'
import { call, Rejection, readFacts, storedKey } from './api.js'
import { byId, element, problems } from './element.js'
import { showPosts } from './posts.js'
import { showPublishes } from './publishes.js'

/**
 * What a view works with.
 * @typedef {object} Place
 * @property {string} profileId
 * @property {Awaited<ReturnType<typeof readFacts>>} facts
 * @property {(...nodes: (Node | string | null)[]) => void} show replaces what the view shows, unless another is open by now
 * @property {(text: string) => void} notice tells how something went
 * @property {(work: () => Promise<void>) => Promise<void>} attempt runs something, telling people when it fails
 * @property {AbortSignal} left aborts when another view is opened
 */

/** @type {Record<string, (place: Place) => Promise<void>>} */
const views = { accounts: showAccounts, publishes: showPublishes, posts: showPosts }

const enter = byId('enter')
const keyField = /** @type {HTMLInputElement} */ (byId('key'))
const profile = /** @type {HTMLSelectElement} */ (byId('profile'))
const view = byId('view')
const problem = byId('problem')
const notice = byId('notice')
let leaving = new AbortController()

/** @param {boolean} inside */
function showInside(inside) {
  for (const node of document.querySelectorAll('.inside')) node.toggleAttribute('hidden', !inside)
  enter.toggleAttribute('hidden', inside)
  if (!inside) keyField.focus()
}

/** What to tell of a failure; of an aggregate that failed, each account's reason. @param {unknown} error */
function describe(error) {
  if (!(error instanceof Rejection)) return ['The service could not be reached.']
  const accounts = Array.isArray(error.details) ? error.details.filter((detail) => 'accountId' in detail) : []
  return [`${error.message} (${error.code})`, problems(accounts) ?? '']
}

/** @param {() => Promise<void>} work */
async function attempt(work) {
  problem.textContent = ''
  try {
    await work()
  } catch (error) {
    if (error instanceof Rejection && error.status === 401) leave()
    problem.replaceChildren(...describe(error))
  }
}

function leave() {
  leaving.abort()
  storedKey.forget()
  view.replaceChildren()
  profile.replaceChildren()
  notice.textContent = ''
  showInside(false)
}

async function open() {
  const { profiles } = await call('GET', '/profiles')
  const wanted = sessionStorage.getItem('carillon-profile')
  const options = profiles.map((/** @type {{ id: string, name: string }} */ { id, name }) =>
    element('option', { value: id, selected: id === wanted }, name),
  )
  profile.replaceChildren(...options)
  showInside(true)
  await openView()
}

async function openView() {
  leaving.abort()
  leaving = new AbortController()
  const { signal: left } = leaving
  const name = location.hash.slice(1) in views ? location.hash.slice(1) : 'accounts'
  for (const link of document.querySelectorAll('nav a')) {
    if (link.getAttribute('href') === `#${name}`) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
  notice.textContent = ''
  view.replaceChildren(element('p', { class: 'empty' }, 'Reading …'))
  const show = (/** @type {(Node | string | null)[]} */ ...nodes) => {
    if (!left.aborted) view.replaceChildren(...nodes.filter((node) => node !== null))
  }
  const tell = (/** @type {string} */ text) => {
    if (!left.aborted) notice.textContent = text
  }
  await attempt(async () => {
    const facts = await readFacts()
    await views[name]?.({ profileId: profile.value, facts, show, notice: tell, attempt, left })
  })
}

enter.addEventListener('submit', (event) => {
  event.preventDefault()
  storedKey.set(keyField.value.trim())
  keyField.value = ''
  void attempt(open)
})
byId('leave').addEventListener('click', leave)
profile.addEventListener('change', () => {
  sessionStorage.setItem('carillon-profile', profile.value)
  void openView()
})
addEventListener('hashchange', () => storedKey.get() && void openView())

if (storedKey.get()) void attempt(open)
else showInside(false)
