import { nameOf } from './accounts.js'
import { call } from './api.js'
import { element, moment, outside, status, table } from './element.js'

/** @typedef {import('./main.js').Place} Place */
/** @typedef {import('./accounts.js').Account} Account */
/** @typedef {{ publishId: string, platform: string, accountId: string, status: string, postIds: string[], permalink: string | null, error: { code: string, message: string } | null, createdAt: string }} Publish */
/** @typedef {{ startedAt: string, endedAt: string | null, step: string, outcome: string | null, errorCode: string | null }} Attempt */

const kinds = { published: 'good', failed: 'bad', unknown: 'bad', processing: 'open', accepted: 'open' }

/** @param {Attempt[]} attempts */
function attemptTable(attempts) {
  if (attempts.length === 0) return element('p', { class: 'empty' }, 'Nothing was sent.')
  const rows = attempts.map(({ startedAt, endedAt, step, outcome, errorCode }) => {
    const cells = [moment(startedAt), moment(endedAt), step, outcome ?? 'running', errorCode ?? '–']
    return element('tr', {}, ...cells.map((cell) => element('td', {}, cell)))
  })
  return table('Attempts', ['Start', 'End', 'Step', 'Outcome', 'Error'], rows)
}

/**
 * @param {Place} place
 * @param {Publish} publish
 * @param {Map<string, string>} names of accounts by their ids; those disconnected have none
 */
function publishRow(place, { publishId, platform, accountId, status: state, permalink, error, createdAt }, names) {
  const inner = element('div')
  const toggle = () =>
    place.attempt(async () => {
      if (!details.open) return
      const { attempts } = await call('GET', `/posts/publishes/${publishId}`)
      inner.replaceChildren(attemptTable(attempts))
    })
  const details = element('details', { toggle: () => void toggle() }, element('summary', {}, 'Attempts'), inner)
  return element(
    'tr',
    {},
    element('td', {}, moment(createdAt)),
    element('td', {}, platform),
    element('td', {}, names.get(accountId) ?? element('small', {}, accountId)),
    element('td', {}, status(state, kinds)),
    element('td', {}, error ? `${error.message} (${error.code})` : '–'),
    element('td', {}, permalink ? outside(permalink, 'open') : '–'),
    element('td', {}, element('small', {}, publishId), details),
  )
}

/** @param {Place} place */
export async function showPublishes(place) {
  const { profileId, facts } = place
  const { accounts } = await call('GET', `/profiles/${profileId}/accounts`)
  /** @type {Map<string, string>} */
  const names = new Map(accounts.map((/** @type {Account} */ account) => [account.accountId, nameOf(account)]))
  const heads = ['Sent', 'Network', 'Account', 'Status', 'Error', 'Post', 'Publish']
  const all = element('option', { value: '' }, 'all')
  const filter = element('select', {}, all, ...facts.publishStatuses.map((name) => element('option', {}, name)))
  const list = element('div')

  /** @param {string | null} cursor @returns {Promise<Node[]>} */
  async function page(cursor) {
    const query = new URLSearchParams({ profileId })
    if (filter.value) query.set('status', filter.value)
    if (cursor) query.set('cursor', cursor)
    const { publishes, nextCursor } = await call('GET', `/posts/publishes?${query}`)
    const rows = publishes.map((/** @type {Publish} */ publish) => publishRow(place, publish, names))
    if (rows.length === 0) return [element('p', { class: 'empty' }, 'No publishes.')]
    const more = element('button', { type: 'button', click: () => void place.attempt(go) }, 'Older')
    async function go() {
      more.replaceWith(...(await page(nextCursor)))
    }
    return nextCursor ? [table('Publishes', heads, rows), more] : [table('Publishes', heads, rows)]
  }

  async function read() {
    list.replaceChildren(...(await page(null)))
  }

  filter.addEventListener('change', () => void place.attempt(read))
  const again = element('button', { type: 'button', click: () => void place.attempt(read) }, 'Read again')
  const row = element('div', { class: 'row' }, element('label', {}, 'Status', filter), again)
  await read()
  place.show(element('h2', {}, 'Publishes'), row, list)
}
