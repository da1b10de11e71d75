import { call } from './api.js'
import { connectForm } from './connect.js'
import { element, moment, problems, status, table } from './element.js'

/** @typedef {import('./main.js').Place} Place */
/** @typedef {{ accountId: string, platform: string, providerId: string, displayName: string | null, displayIdentifier: string | null, status: string, scopes: string[], missingScopes: string[], tokenExpiresAt: string | null, connectedAt: string }} Account */

const kinds = { connected: 'good', expired: 'bad' }

/** What people know the account by. @param {Account} account */
export function nameOf({ displayName, displayIdentifier, providerId }) {
  return displayName ?? displayIdentifier ?? providerId
}

/** @param {string[]} scopes */
function scopeList(scopes) {
  if (scopes.length === 0) return 'none'
  return element('details', {}, element('summary', {}, `${scopes.length}`), scopes.join(', '))
}

/**
 * @param {Place} place
 * @param {Account} account
 */
function accountRow(place, account) {
  const disconnect = () =>
    place.attempt(async () => {
      if (!confirm(`Disconnect ${nameOf(account)}? Its grant is ended and publishes to it will be rejected.`)) return
      await call('DELETE', `/profiles/${place.profileId}/accounts/${account.accountId}`)
      await showAccounts(place)
      place.notice(`${nameOf(account)} is disconnected.`)
    })
  return element(
    'tr',
    {},
    element('td', {}, account.platform),
    element('td', {}, nameOf(account), element('br'), element('small', {}, account.accountId)),
    element('td', {}, status(account.status, kinds)),
    element('td', {}, scopeList(account.scopes)),
    element('td', {}, account.missingScopes.join(', ') || 'none'),
    element('td', {}, moment(account.tokenExpiresAt)),
    element('td', {}, element('button', { type: 'button', click: () => void disconnect() }, 'Disconnect')),
  )
}

/** The profile's accounts and what can be done with them. @param {Place} place */
export async function showAccounts(place) {
  const { accounts, errors } = await call('GET', `/profiles/${place.profileId}/accounts`)
  const refresh = () =>
    place.attempt(async () => {
      try {
        const { errors: failed } = await call('POST', `/profiles/${place.profileId}/accounts/refresh`)
        place.notice(failed.length === 0 ? 'Every token is fresh.' : `${failed.length} could not be refreshed.`)
      } finally {
        // Some may have expired by it.
        await showAccounts(place)
      }
    })
  const heads = ['Network', 'Account', 'Status', 'Scopes', 'Missing', 'Token expires', 'Actions']
  const rows = accounts.map((/** @type {Account} */ account) => accountRow(place, account))
  place.show(
    element('h2', {}, 'Accounts'),
    problems(errors),
    rows.length > 0
      ? table('Connected accounts', heads, rows)
      : element('p', { class: 'empty' }, 'No account is connected to this profile.'),
    element(
      'div',
      { class: 'row' },
      element('button', { type: 'button', disabled: rows.length === 0, click: () => void refresh() }, 'Refresh tokens'),
    ),
    element('h2', {}, 'Connect an account'),
    connectForm(place, async () => {
      await showAccounts(place)
      place.notice('The account is connected.')
    }),
  )
}
