// Search, navigation without reloading (so that the key outlives a page) and the menu of small screens.
import { forgetForm, startRequests } from './request.js'

const byId = (id) => document.getElementById(id)
const page = () => byId('page')
const side = byId('side')
const menu = byId('menu')
const search = byId('search')
const results = byId('results')
const contents = byId('contents')
const found = byId('found')

const maxResults = 40

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

function openMenu(open) {
  menu.setAttribute('aria-expanded', String(open))
  side.classList.toggle('open', open)
}

menu.addEventListener('click', () => openMenu(menu.getAttribute('aria-expanded') !== 'true'))

/** Loads a document of this origin and resolves with its parsed DOM; rejects with the HTTP status (0 if none). */
function load(href) {
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest()
    request.open('GET', href)
    request.responseType = 'document'
    request.onload = () => (request.status === 200 && request.response ? done(request.response) : fail(request.status))
    request.onerror = () => fail(request.status)
    request.send()
  })
}

function markCurrent(path) {
  for (const link of contents.querySelectorAll('a')) {
    if (link.getAttribute('href') === path) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
}

function showPlace(hash) {
  const target = hash === '' ? null : byId(decodeURIComponent(hash.slice(1)))
  if (target) target.scrollIntoView()
  else {
    scrollTo(0, 0)
    page().focus({ preventScroll: true })
  }
}

let shownPath = location.pathname

/**
 * Shows another page of the reference, or another place of this one, without reloading. Reloads if the page cannot be
 * fetched.
 */
async function show(href) {
  const url = new URL(href, location.href)
  if (url.pathname !== shownPath) {
    const loaded = await load(url.pathname).catch(() => null)
    const next = loaded?.getElementById('page')
    if (!next) return location.assign(url)
    forgetForm()
    page().replaceWith(document.adoptNode(next))
    document.title = loaded.title
    shownPath = url.pathname
    markCurrent(shownPath)
    startRequests()
  }
  openMenu(false)
  showPlace(url.hash)
}

const isOurs = (link) => link.origin === location.origin && /^\/docs(?:\/|$)/.test(link.pathname)

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  if (!link || !isPlain || !isOurs(link) || link.pathname === shownPath) return
  event.preventDefault()
  history.pushState(null, '', link.href)
  show(link.href).catch(() => location.assign(link.href))
})

addEventListener('popstate', () => show(location.href).catch(() => location.reload()))

let entries

async function searchEntries() {
  entries ??= fetch('/docs/search.json').then((response) => response.json())
  return entries
}

/**
 * Returns how well an entry of the search index matches all words, as a sum in which words of the title count most; 0
 * if a word is missing.
 */
function fit(entry, words) {
  const title = entry.title.toLowerCase()
  const about = entry.about.toLowerCase()
  const all = entry.words.toLowerCase()
  let sum = 0
  for (const word of words) {
    const score = title.startsWith(word)
      ? 8
      : title.includes(word)
        ? 6
        : about.includes(word)
          ? 3
          : all.includes(word)
            ? 1
            : 0
    if (score === 0) return 0
    sum += score
  }
  return sum
}

async function find() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
  contents.hidden = words.length > 0
  results.hidden = words.length === 0
  if (words.length === 0) {
    results.replaceChildren()
    found.textContent = ''
    return
  }
  const typed = search.value
  const list = await searchEntries()
  if (typed !== search.value) return
  const fits = list
    .map((entry) => ({ entry, score: fit(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
  const links = fits.slice(0, maxResults).map(({ entry }) => {
    const link = element('a', { href: entry.href }, element('span', { textContent: entry.title }))
    link.append(element('small', { textContent: entry.about }))
    return element('li', {}, link)
  })
  const says =
    fits.length === 0 ? 'Nothing fits. Try the name of a field, a path or an error code.' : `${fits.length} found`
  results.replaceChildren(element('p', { className: 'note', textContent: says }), element('ul', {}, ...links))
  found.textContent = says
  openMenu(true)
}

/** Shows that the search index could not be loaded. The next search loads it again. */
function noteUnavailable() {
  entries = undefined
  found.textContent = 'The search could not be loaded. Try again.'
  results.replaceChildren(element('p', { className: 'note', textContent: found.textContent }))
}

search.addEventListener('input', () => find().catch(noteUnavailable))
search.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    search.value = ''
    find().catch(noteUnavailable)
  }
  if (event.key === 'Enter') results.querySelector('a')?.click()
})

/** Moves the focus by an arrow key through the search results, from the search field and back to it. */
function step(event) {
  const links = [...results.querySelectorAll('a')]
  const at = links.indexOf(document.activeElement)
  if (links.length === 0 || (at < 0 && document.activeElement !== search)) return
  const next = at + (event.key === 'ArrowDown' ? 1 : -1)
  event.preventDefault()
  if (next < 0) search.focus()
  else links[Math.min(next, links.length - 1)].focus()
}

document.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') step(event)
  const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select')
  if (event.key !== '/' || isTyping || event.metaKey || event.ctrlKey || event.altKey) return
  event.preventDefault()
  search.focus()
})

startRequests()
document.documentElement.dataset.ready = 'true'
