// Sends the forms of the page as JSON, and shows what has changed without reloading.
const view = () => document.getElementById('view')
const notice = document.getElementById('notice')
const refreshEveryMs = 3000

/**
 * Returns the value of a form field as it is sent: a number, boolean or parsed JSON if `data-kind` says so, otherwise a
 * string; undefined for a field that is left empty. Throws a `SyntaxError` for invalid JSON.
 */
function enteredIn({ value, dataset }) {
  if (value.trim() === '') return undefined
  if (dataset.kind === 'number') return Number(value)
  if (dataset.kind === 'boolean') return value === 'true'
  if (dataset.kind === 'json') return JSON.parse(value)
  return value
}

const isFilled = (value) =>
  value !== '' && !(typeof value === 'object' && value !== null && Object.keys(value).length === 0)

function bodyOf(form) {
  const body = JSON.parse(form.dataset.fixed)
  for (const field of form.querySelectorAll('[name]')) {
    const value = enteredIn(field)
    if (field.name === '*') {
      for (const [name, held] of Object.entries(value ?? {})) if (isFilled(held)) body[name] = held
    } else if (value !== undefined) body[field.name] = value
  }
  return body
}

let hiding

function say(text, isError = false) {
  notice.textContent = text
  notice.hidden = false
  notice.classList.toggle('bad', isError)
  clearTimeout(hiding)
  hiding = setTimeout(() => {
    notice.hidden = true
  }, 6000)
}

/**
 * Loads a page of the sandbox and resolves with its parsed document. Rejects with the HTTP status, 0 if there is no
 * response.
 */
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

/**
 * Returns a key by which a `<details>` element is found again in a newer version of the page: the titles and ids of the
 * element and its parents.
 */
function keyOf(details) {
  const parts = []
  for (let at = details; at; at = at.parentElement) {
    if (at.id) parts.push(at.id)
    else if (at.tagName === 'DETAILS') parts.push(at.querySelector('summary')?.textContent ?? '')
  }
  return parts.join(' < ')
}

function unfolded() {
  return new Set([...document.querySelectorAll('details[open]')].map(keyOf))
}

/**
 * Replaces the parts of the page that differ from those of `loaded`, a newer version. Opened `<details>` elements stay
 * open.
 */
function take(loaded) {
  const open = unfolded()
  let isChanged = false
  for (const selector of ['.bar', 'main']) {
    const [old, next] = [document.querySelector(selector), loaded.querySelector(selector)]
    if (!old || !next || old.innerHTML === next.innerHTML) continue
    const adopted = document.adoptNode(next)
    for (const details of adopted.querySelectorAll('details')) details.dataset.pending = 'true'
    old.replaceWith(adopted)
    isChanged = true
  }
  for (const details of document.querySelectorAll('details[data-pending]')) {
    delete details.dataset.pending
    if (open.has(keyOf(details))) details.open = true
  }
  document.title = loaded.title
  if (isChanged) startPage()
}

async function refresh() {
  const href = location.href
  const loaded = await load(href).catch(() => null)
  if (loaded && location.href === href) take(loaded)
}

async function send(form) {
  const { path, method } = form.dataset
  let body
  try {
    body = bodyOf(form)
  } catch {
    return say('The body is not valid JSON.', true)
  }
  const button = form.querySelector('button')
  const label = button.textContent
  button.disabled = true
  const request = { method, headers: { 'content-type': 'application/json' } }
  if (method === 'POST') request.body = JSON.stringify(body)
  const response = await fetch(path, request).catch(() => null)
  button.disabled = false
  if (response === null) return say('The sandbox did not respond. Is it running?', true)
  const answer = response.status === 204 ? {} : await response.json().catch(() => ({}))
  if (!response.ok) return say(answer.message ?? `Response ${response.status}`, true)
  form.reset()
  const folded = form.closest('details.more')
  if (folded) folded.open = false
  await refresh()
  say(`Done: ${label}`)
}

document.addEventListener('submit', (event) => {
  if (!event.target.matches('form.act')) return
  event.preventDefault()
  send(event.target).catch(() => say('The page could not be changed. Load it again.', true))
})

/** Returns whether a refresh would disturb the user: a form is being filled in, or a video is playing. */
function isBusy() {
  const active = document.activeElement
  if (active?.matches('input, textarea, select')) return true
  const isChanged = ({ tagName, value, defaultValue }) => tagName !== 'SELECT' && value !== defaultValue
  if ([...document.querySelectorAll('form.act [name]')].some(isChanged)) return true
  return [...document.querySelectorAll('video')].some((video) => !video.paused)
}

/** Scrolls a conversation to its newest message, and the tabs to the current one. The page itself is not scrolled. */
function startPage() {
  const bubbles = document.querySelector('.bubbles')
  if (bubbles) bubbles.scrollTop = bubbles.scrollHeight
  for (const current of document.querySelectorAll('nav [aria-current]')) {
    const tabs = current.closest('nav')
    const { left, width } = current.getBoundingClientRect()
    tabs.scrollLeft += left - tabs.getBoundingClientRect().left - (tabs.clientWidth - width) / 2
  }
}

setInterval(() => {
  if (document.visibilityState === 'visible' && !isBusy()) refresh().catch(() => {})
}, refreshEveryMs)

document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return
  for (const details of document.querySelectorAll('details.clock[open]')) details.open = false
})

view().classList.add('ready')
startPage()
