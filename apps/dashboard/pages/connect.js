import { call } from './api.js'
import { element, outside } from './element.js'

/** @typedef {import('./main.js').Place} Place */
/** @typedef {{ connectionSessionId: string, status: string, authorizationUrl: string, error: { code: string, message: string } | null }} Session */

const askEveryMs = 1500

/** @type {Record<string, string>} */
const words = {
  pending: 'Waiting for consent at the network …',
  awaiting_selection: 'Waiting for accounts to be picked …',
  expired: 'The session has expired.',
}

/** @param {AbortSignal} left */
function pause(left) {
  return new Promise((done) => {
    const timer = setTimeout(done, askEveryMs)
    left.addEventListener('abort', () => clearTimeout(timer), { once: true })
  })
}

/**
 * Asks for the session until it has ended.
 * @param {Place} place
 * @param {Session} session
 * @param {AbortSignal} left
 * @returns {Promise<Session>}
 */
async function follow(place, session, left) {
  place.notice(words[session.status] ?? session.status)
  if (!['pending', 'awaiting_selection'].includes(session.status)) return session
  await pause(left)
  const path = `/profiles/${place.profileId}/connect/${session.connectionSessionId}`
  return follow(place, await call('GET', path), left)
}

/**
 * Chooses a network, asks what it needs, and follows the session; `connected` is called when an account was added.
 * @param {Place} place
 * @param {() => Promise<void>} connected
 */
export function connectForm(place, connected) {
  const { connect } = place.facts
  const platform = element('select', { required: true }, ...connect.map((row) => element('option', {}, row.platform)))
  const handle = element('input', { placeholder: 'name.example.com', maxlength: '253', spellcheck: 'false' })
  const method = element('select')
  const handleLabel = element('label', {}, 'Handle', handle)
  const methodLabel = element('label', {}, 'Login', method)
  const next = element('p')
  const chosen = () => connect.find((row) => row.platform === platform.value)

  function ask() {
    const methods = chosen()?.authMethods ?? []
    handleLabel.hidden = !chosen()?.handle
    methodLabel.hidden = methods.length === 0
    method.replaceChildren(...methods.map((name) => element('option', {}, name)))
  }

  let earlier = new AbortController()

  async function start() {
    earlier.abort()
    earlier = new AbortController()
    const left = AbortSignal.any([place.left, earlier.signal])
    next.replaceChildren()
    const body = {
      platform: platform.value,
      ...(chosen()?.handle && handle.value && { handle: handle.value.trim() }),
      ...(chosen()?.authMethods && { authMethod: method.value }),
    }
    const session = await call('POST', `/profiles/${place.profileId}/connect`, body)
    const link = outside(session.authorizationUrl, `Go on at ${platform.value} (opens a new tab)`)
    next.replaceChildren(link)
    link.focus()
    const ended = await follow(place, session, left)
    if (ended.status === 'completed') return connected()
    next.replaceChildren()
    place.notice(ended.error ? `Not connected: ${ended.error.message} (${ended.error.code})` : 'Not connected.')
  }

  platform.addEventListener('change', ask)
  ask()
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault()
    void place.attempt(start)
  }
  const fields = element('div', { class: 'row' }, element('label', {}, 'Network', platform), handleLabel, methodLabel)
  return element('form', { submit }, fields, element('button', { type: 'submit' }, 'Start'), next)
}
