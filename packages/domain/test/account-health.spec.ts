import { expect } from 'chai'
import fc from 'fast-check'
import {
  declinedScopes,
  endingLogins,
  type HealthFacts,
  healthOf,
  healthReasons,
  healthRules,
  healthStates,
  loginsOf,
  platforms,
  scopesFor,
  supports,
} from '../src/index.ts'

const now = new Date('2026-11-20T12:00:00Z')
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000)

const fine: HealthFacts = {
  platform: 'x',
  authMethod: null,
  status: 'connected',
  expiredReason: null,
  missingScopes: [],
  setup: null,
  tokenExpiresAt: inDays(0.1),
}
const ending: HealthFacts = { ...fine, platform: 'facebook', tokenExpiresAt: inDays(60) }
const setup = { missing: [], restriction: 'account_restriction' }

describe('the health of an account', () => {
  for (const [what, facts, expected] of [
    ['refreshes by itself', fine, ['ok', null, null]],
    ['whose token is about to be refreshed', { ...fine, tokenExpiresAt: inDays(-1) }, ['ok', null, null]],
    ['whose access ends in two months', ending, ['ok', null, inDays(60)]],
    [
      'whose access ends in a week',
      { ...ending, tokenExpiresAt: inDays(7) },
      ['action_needed', 'access_ends', inDays(7)],
    ],
    [
      'whose access should have ended',
      { ...ending, tokenExpiresAt: inDays(-1) },
      ['action_needed', 'access_ends', inDays(-1)],
    ],
    ['whose access has no end', { ...ending, tokenExpiresAt: null }, ['ok', null, null]],
    [
      'of a login whose access ends',
      { ...ending, platform: 'instagram', authMethod: 'facebook_login', tokenExpiresAt: inDays(1) },
      ['action_needed', 'access_ends', inDays(1)],
    ],
    [
      'of a login whose token is refreshed',
      { ...ending, platform: 'instagram', authMethod: 'instagram_login', tokenExpiresAt: inDays(1) },
      ['ok', null, null],
    ],
    [
      'whose token nobody can refresh',
      { ...fine, platform: 'whatsapp', tokenExpiresAt: inDays(2) },
      ['action_needed', 'access_ends', inDays(2)],
    ],
    [
      'whose token of a sign-up ends in two months',
      { ...fine, platform: 'whatsapp', tokenExpiresAt: inDays(60) },
      ['limited', 'token_ends', inDays(60)],
    ],
    [
      'whose token of a sign-up has no end',
      { ...fine, platform: 'whatsapp', tokenExpiresAt: null },
      ['ok', null, null],
    ],
    ['with a declined scope', { ...ending, missingScopes: ['a'] }, ['limited', 'missing_scopes', inDays(60)]],
    [
      'that is restricted',
      { ...fine, platform: 'whatsapp', tokenExpiresAt: null, setup },
      ['action_needed', 'restricted', null],
    ],
    [
      'without a number',
      { ...fine, platform: 'whatsapp', tokenExpiresAt: null, setup: { ...setup, missing: ['number'] } },
      ['setup_incomplete', 'setup_incomplete', null],
    ],
    ['that expired', { ...ending, status: 'expired' }, ['expired', 'token_rejected', null]],
    [
      'that the user took away',
      { ...ending, status: 'expired', expiredReason: 'deauthorized', missingScopes: ['a'] },
      ['expired', 'deauthorized', null],
    ],
  ] as [string, HealthFacts, [string, string | null, Date | null]][]) {
    it(`${what}: ${expected[0]}`, () => {
      const { state, reason, actBefore } = healthOf(facts, now)
      expect([state, reason, actBefore]).to.deep.equal(expected)
    })
  }

  const anyFacts: fc.Arbitrary<HealthFacts> = fc.record({
    platform: fc.constantFrom(...platforms),
    authMethod: fc.constantFrom(null, 'instagram_login', 'facebook_login'),
    status: fc.constantFrom('connected', 'expired'),
    expiredReason: fc.constantFrom(null, 'deauthorized'),
    missingScopes: fc.array(fc.string(), { maxLength: 2 }),
    setup: fc.option(fc.record({ missing: fc.array(fc.string(), { maxLength: 2 }) })),
    tokenExpiresAt: fc.option(fc.integer({ min: -100, max: 100 }).map(inDays)),
  })

  it('is one thing: the state of its reason, of which `ok` has none', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { state, reason } = healthOf(facts, now)
        expect(state).to.equal(reason === null ? 'ok' : healthRules[reason].state)
        expect(state === 'expired').to.equal(facts.status === 'expired')
      }),
    )
  })

  it('names a day to act before where nothing refreshes the access for good', () => {
    const endsFor = ({ platform, authMethod }: HealthFacts) =>
      !supports('connect', platform) ||
      endingLogins().some((login) => login.platform === platform && login.authMethod === authMethod)
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { state, actBefore } = healthOf(facts, now)
        expect(actBefore).to.equal(state !== 'expired' && endsFor(facts) ? facts.tokenExpiresAt : null)
      }),
    )
  })

  it('never gets better by waiting', () => {
    const rank = (facts: HealthFacts, days: number) => healthStates.indexOf(healthOf(facts, inDays(days)).state)
    fc.assert(
      fc.property(anyFacts, fc.nat(100), (facts, days) => {
        expect(rank(facts, days + 14)).to.be.at.least(rank(facts, days))
      }),
    )
  })

  it('has a state for each reason, the worst first', () => {
    const ranks = healthReasons.map((reason) => healthStates.indexOf(healthRules[reason].state))
    expect(ranks).to.deep.equal(ranks.toSorted((one, other) => other - one))
    expect(new Set(ranks).size).to.equal(healthStates.length - 1)
  })
})

describe('declined scopes', () => {
  it('are those that were asked for', () => {
    const { facebook } = loginsOf
    const login = facebook['any'] ?? expect.fail('no login')
    const account = { platform: 'facebook', authMethod: null, missingScopes: scopesFor(login) } as const
    expect(declinedScopes(account, undefined)).to.have.members(scopesFor(login))
    expect(declinedScopes(account, ['publishing'])).to.have.members(scopesFor(login, ['publishing']))
    const elsewhere = { platform: 'bluesky', authMethod: null, missingScopes: ['any'] } as const
    expect(declinedScopes(elsewhere, undefined)).to.deep.equal(['any'])
  })
})
