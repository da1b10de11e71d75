import type { ListedKey } from '@carillon/database'
import { hasKeyScope, type KeyBudget, type KeyBudgets, type KeyScope, keyBudgets, keyScopes } from '@carillon/domain'
import { keysOf, ServiceError } from '@carillon/errors'
import { expect } from 'chai'
import fc from 'fast-check'
import { isWithin } from '../../src/keys/grant-of-key.ts'
import { accessOf, covers, type WantedAccess } from '../../src/keys/key-access.ts'

const now = new Date('2026-11-20T12:00:00Z')
const names = keysOf(keyBudgets)
const networks = [
  '0.0.0.0/0',
  '203.0.0.0/8',
  '203.0.113.0/24',
  '203.0.113.7',
  '198.51.100.0/24',
  '::/0',
  '2001:db8::/32',
]

const budgetsOf = fc.record(
  Object.fromEntries(names.map((name) => [name, fc.nat({ max: 3 })])) as Record<KeyBudget, fc.Arbitrary<number>>,
  { requiredKeys: [] },
)
const scopes = fc.uniqueArray(fc.constantFrom(...keyScopes), { minLength: 1, maxLength: 5 })
const addresses = fc.uniqueArray(fc.constantFrom(...networks), { minLength: 1, maxLength: 3 })
/** Around the expiry of a parent, to the millisecond. */
const expiry = fc.constantFrom(1, 999, 1_000, 1_001, 86_400_000).map((ms) => new Date(now.getTime() + ms))

const parents = fc
  .record({
    scopes,
    budgets: fc.option(budgetsOf),
    allowedIps: fc.option(addresses),
    expiresAt: fc.option(expiry),
  })
  .map((access): ListedKey => {
    const own = { id: 'parent', organizationId: 'o', profileId: null, profileIds: null, name: null, last4: 'abcd' }
    return { ...own, ...access, createdAt: now, lastUsedAt: null, lastUsedIp: null, parentId: null }
  })

const wishes: fc.Arbitrary<WantedAccess> = fc.record(
  { scopes, budgets: budgetsOf, allowedIps: addresses, expiresAt: expiry.map((at) => at.toISOString()) },
  { requiredKeys: [] },
)

const max = (budgets: KeyBudgets | null | undefined, name: KeyBudget) => budgets?.[name] ?? Number.POSITIVE_INFINITY

/** What of a wish its parent does not have, found without the code under test. */
function wider({ scopes = ['*'], budgets, allowedIps, expiresAt }: WantedAccess, parent: ListedKey): string[] {
  const isHeld = (scope: KeyScope) => hasKeyScope(parent.scopes, scope)
  const { allowedIps: from } = parent
  return [
    ...scopes.filter((scope) => !isHeld(scope)),
    ...names.filter((name) => budgets?.[name] !== undefined && max(budgets, name) > max(parent.budgets, name)),
    ...(allowedIps ?? []).filter((network) => from !== null && !isWithin(network, from)),
    ...(expiresAt !== undefined && parent.expiresAt && new Date(expiresAt) > parent.expiresAt ? ['expiresAt'] : []),
  ]
}

describe('what a key may have that another key creates', () => {
  it('is nothing that its parent does not have: 2,000 generated wishes', () => {
    let rejected = 0
    fc.assert(
      fc.property(parents, wishes, (parent, wish) => {
        const tooMuch = wider(wish, parent)
        if (tooMuch.length > 0) {
          rejected++
          expect(() => accessOf(wish, parent, now), tooMuch.join())
            .to.throw(ServiceError)
            .with.property('code', 'insufficient_scope')
          return
        }
        const child = accessOf(wish, parent, now)
        expect(
          wider(
            {
              ...child,
              budgets: child.budgets ?? {},
              allowedIps: child.allowedIps ?? [],
              expiresAt: child.expiresAt?.toISOString() ?? '9999-01-01T00:00:00Z',
            },
            { ...parent, expiresAt: parent.expiresAt ?? new Date('9999-01-01T00:00:00Z') },
          ),
        ).to.deep.equal([])
        for (const name of names) expect(max(child.budgets, name)).to.be.at.most(max(parent.budgets, name))
        expect(covers(parent, { id: 'child', ...child })).to.equal(true)
      }),
      { numRuns: 2_000 },
    )
    expect(rejected).to.be.above(500)
  })

  it('is the budget of its parent where it asks for none', () => {
    const [parent] = fc.sample(parents, 1)
    const from = { ...parent, scopes: ['*'], budgets: { publishesPerDay: 5, requestsPerMinute: 9 } } as ListedKey
    const budgetsFor = (budgets?: KeyBudgets) => accessOf({ ...(budgets && { budgets }) }, from, now).budgets
    expect(budgetsFor()).to.deep.equal({ publishesPerDay: 5, requestsPerMinute: 9 })
    expect(budgetsFor({ publishesPerDay: 0, messagesPerDay: 7 })).to.deep.equal({
      ...{ publishesPerDay: 0, messagesPerDay: 7, requestsPerMinute: 9 },
    })
    expect(accessOf({}, { ...from, budgets: null }, now).budgets).to.equal(null)
  })

  it('is rejected with the limit that it exceeds', () => {
    const expiresAt = new Date(now.getTime() + 1_000)
    const limits = { budgets: { publishesPerDay: 5 }, allowedIps: ['203.0.113.0/24'], expiresAt }
    const parent = { ...fc.sample(parents, 1)[0], ...limits, scopes: ['posts:read'] } as ListedKey
    for (const [wish, details] of [
      [{ scopes: ['posts:write'] }, { requiredScope: 'posts:write' }],
      [{ budgets: { publishesPerDay: 6 } }, { budgets: limits.budgets }],
      [{ allowedIps: ['203.0.0.0/8'] }, { allowedIps: limits.allowedIps }],
      [{ expiresAt: '2999-01-01T00:00:00Z' }, { expiresAt: expiresAt.toISOString() }],
    ] as const) {
      expect(() => accessOf({ scopes: ['posts:read'], ...wish }, parent, now), JSON.stringify(wish))
        .to.throw(ServiceError)
        .with.deep.property('details', details)
    }
  })

  it('does not include keys with wider budgets, which it cannot delete', () => {
    const key = (id: string, budgets: KeyBudgets | null) => ({ id, scopes: ['*' as const], budgets })
    const own = key('own', { publishesPerDay: 5 })
    for (const [budgets, isCovered] of [
      [{ publishesPerDay: 5 }, true],
      [{ publishesPerDay: 4, messagesPerDay: 9 }, true],
      [{ publishesPerDay: 6 }, false],
      [{ messagesPerDay: 1 }, false],
      [null, false],
    ] as const) {
      expect(covers(own, key('other', budgets)), JSON.stringify(budgets)).to.equal(isCovered)
    }
    expect(covers(own, own)).to.equal(true)
  })
})
