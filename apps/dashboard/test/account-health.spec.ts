import type { Account } from '@carillon/client'
import { type Platform, platforms } from '@carillon/domain'
import { expect } from 'chai'
import { abilitiesOf } from '../app/data/abilities.ts'
import { healthOf, needsAttention, reconnectHelps } from '../app/data/account-health.ts'
import type { Facts } from '../app/data/facts.ts'
import { troubledAccounts } from '../app/data/overview.ts'

const every = (cell: false | object) =>
  Object.fromEntries(platforms.map((platform) => [platform, cell])) as Record<Platform, false | object>

const facts = {
  approvals: {},
  uploadsUrl: 'https://carillon.example/api/v1/uploads/',
  capabilities: {
    'posts.publish': { title: 'Publish a post', cells: every({}) },
    'comments.list': { title: 'List comments', cells: { ...every({}), x: false } },
    ads: { title: 'Ads', cells: every(false) },
  },
  logins: {
    ...every({}),
    facebook: {
      any: {
        always: ['pages_show_list'],
        features: { publishing: ['pages_manage_posts'], comments: ['pages_manage_engagement'] },
        review: 'App Review',
        accessDays: 90,
      },
    },
  },
  configured: [],
  events: { types: [], patterns: [], maxReplayed: 100_000 },
  operations: [],
  keys: { scopes: [], presets: { full: [], read: [], publisher: [], moderator: [], assistant: [] } },
  sandboxUrl: null,
} as Facts

const working: Account = {
  accountId: '0199d1b8-10a2-7c3d-9e4f-5a6b7c8d9e0f',
  profileId: '0199d1b2-3c4d-7e5f-8a9b-0c1d2e3f4a5b',
  platform: 'facebook',
  providerId: '1',
  displayIdentifier: null,
  displayName: 'Bakery',
  avatarUrl: null,
  authMethod: null,
  status: 'connected',
  scopes: [],
  missingScopes: [],
  tokenExpiresAt: '2026-11-22T13:00:00Z',
  health: { state: 'ok', reason: null, actBefore: null },
  connectedAt: '2026-11-01T12:00:00Z',
  updatedAt: '2026-11-01T12:00:00Z',
}

type Reason = Account['health']['reason']
type State = Account['health']['state']

const withHealth = (state: State, reason: Reason, change: Partial<Account> = {}): Account => ({
  ...working,
  ...change,
  health: { state, reason, actBefore: null },
})

describe('health of an account in words', () => {
  it('is fine although its token ends within the hour, as tokens are refreshed', () => {
    expect(healthOf(working, facts)).to.deep.include({ state: 'ok', label: 'Working' })
    expect(needsAttention(working.health)).to.equal(false)
  })

  it('says what to do about an expired connection', () => {
    const account = withHealth('expired', 'token_rejected')
    expect(healthOf(account, facts).text).to.contain('Reconnect')
    expect([needsAttention(account.health), reconnectHelps(account)]).to.deep.equal([true, true])
  })

  it('names the steps that are missing, for which reconnecting does not help', () => {
    const account = withHealth('setup_incomplete', 'setup_incomplete', {
      setup: { state: 'incomplete', missing: ['registration'] },
    })
    expect(healthOf(account, facts).text).to.contain('register the number')
    expect([needsAttention(account.health), reconnectHelps(account)]).to.deep.equal([true, false])
  })

  it('names what is lost without a permission, which needs nobody at once', () => {
    const account = withHealth('limited', 'missing_scopes', { missingScopes: ['pages_manage_engagement'] })
    expect(healthOf(account, facts).text).to.equal('Without comments.')
    expect([needsAttention(account.health), reconnectHelps(account)]).to.deep.equal([false, true])
  })

  it('lists the worst accounts first, and those that are fine not at all', () => {
    const accounts = [
      withHealth('setup_incomplete', 'setup_incomplete', { accountId: 'c' }),
      withHealth('limited', 'missing_scopes', { accountId: 'd' }),
      withHealth('expired', 'deauthorized', { accountId: 'a' }),
      withHealth('action_needed', 'access_ends', { accountId: 'b' }),
      working,
    ]
    expect(troubledAccounts(accounts).map(({ accountId }) => accountId)).to.deep.equal(['a', 'b', 'c'])
  })
})

describe('what an account can be used for', () => {
  const states = (change: Partial<Account>) =>
    Object.fromEntries(abilitiesOf({ ...working, ...change }, facts).map(({ feature, state }) => [feature, state]))

  it('is what the matrix offers and the user granted', () => {
    expect(states({ missingScopes: ['pages_manage_engagement'] })).to.include({
      publishing: 'can',
      comments: 'missing',
      ads: 'never',
    })
  })

  it('is nothing without a permission that everything takes', () => {
    expect(states({ missingScopes: ['pages_show_list'] })).to.include({ publishing: 'missing', comments: 'missing' })
  })

  it('comes from the matrix alone where there are no permissions to choose', () => {
    expect(states({ platform: 'x' })).to.include({ publishing: 'can', comments: 'never' })
  })
})
