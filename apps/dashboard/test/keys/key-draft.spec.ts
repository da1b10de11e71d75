import { keyPresets, keyScopes } from '@carillon/domain'
import { expect } from 'chai'
import {
  changeBody,
  checkBody,
  createBody,
  draftOf,
  emptyDraft,
  type KeyDraft,
  problemOf,
  problemOfChange,
} from '../../app/pages/keys/key-draft.ts'
import {
  canGrant,
  jobOf,
  keyJobs,
  levelOf,
  resourcesOf,
  scopesOfJob,
  withLevel,
} from '../../app/pages/keys/key-jobs.ts'

const reply: KeyDraft = {
  ...emptyDraft,
  name: ' Replies ',
  scopes: ['comments:write', 'accounts:read', 'posts:read'],
  profileIds: ['p1', 'p2'],
  budgets: { repliesPerDay: 50, publishesPerDay: 3 },
  allowedIps: ['203.0.113.0/24'],
  days: '30',
}

describe('a key that is being described', () => {
  it('becomes a request, without budgets that its scopes cannot use up', () => {
    expect(createBody(reply, Date.parse('2026-11-01T00:00:00Z'))).to.deep.equal({
      name: 'Replies',
      scopes: ['comments:write', 'accounts:read', 'posts:read'],
      profileIds: ['p1', 'p2'],
      allowedIps: ['203.0.113.0/24'],
      budgets: { repliesPerDay: 50 },
      expiresAt: '2026-12-01T00:00:00.000Z',
    })
    expect(createBody({ ...emptyDraft, name: 'All', scopes: ['*'], days: 'never' }, 0)).to.deep.equal({
      name: 'All',
      scopes: ['*'],
    })
  })

  it('is checked with its scopes, profiles and addresses', () => {
    expect(checkBody(emptyDraft)).to.equal(null)
    expect(checkBody(reply)).to.deep.equal({
      scopes: reply.scopes,
      profileIds: reply.profileIds,
      allowedIps: reply.allowedIps,
    })
  })

  it('takes a name and scopes, and a budget if it is for an assistant', () => {
    expect(problemOf(emptyDraft, false)).to.contain('name')
    expect(problemOf({ ...emptyDraft, name: 'A' }, false)).to.contain('what the key is for')
    expect(problemOf({ ...reply, budgets: {} }, true)).to.contain('budget')
    expect(problemOf({ ...reply, budgets: {} }, false)).to.equal(null)
    expect(problemOf(reply, true)).to.equal(null)
  })
})

describe('a key that is being changed', () => {
  const apiKey = {
    ...{ keyId: 'k', name: 'Shop', profileId: 'p1', profileIds: null, scopes: ['posts:write' as const] },
    ...{ allowedIps: ['203.0.113.1'], budgets: { publishesPerDay: 3, requestsPerMinute: 9 }, used: {}, last4: 'abcd' },
    ...{ createdAt: '', expiresAt: '2027-01-01T00:00:00.000Z', lastUsedAt: null, lastUsedIp: null },
  }
  const draft = draftOf(apiKey)
  const now = Date.parse('2026-11-01T00:00:00Z')

  it('sends what differs, and nothing else', () => {
    expect(changeBody(draft, apiKey, now)).to.deep.equal({})
    expect(changeBody({ ...draft, budgets: { requestsPerMinute: 9, publishesPerDay: 3 } }, apiKey, now)).to.deep.equal(
      {},
    )
    expect(changeBody({ ...draft, name: ' Shop 2 ', scopes: ['posts:read'] }, apiKey, now)).to.deep.equal({
      name: 'Shop 2',
      scopes: ['posts:read'],
    })
    expect(changeBody({ ...draft, allowedIps: [], budgets: {}, days: 'never' }, apiKey, now)).to.deep.equal({
      allowedIps: null,
      budgets: null,
      expiresAt: null,
    })
    expect(changeBody({ ...draft, days: '30' }, apiKey, now)).to.deep.equal({ expiresAt: '2026-12-01T00:00:00.000Z' })
  })

  it('says why it cannot be sent', () => {
    expect(problemOfChange(draft, apiKey)).to.contain('Nothing')
    expect(problemOfChange({ ...draft, profileIds: [] }, apiKey)).to.contain('bound')
    expect(problemOfChange({ ...draft, scopes: [] }, apiKey)).to.contain('what the key is for')
    expect(problemOfChange({ ...draft, name: 'Other' }, apiKey)).to.equal(null)
  })
})

describe('the jobs of a key', () => {
  it('are those of the presets, each recognised by its scopes', () => {
    for (const job of keyJobs) expect(jobOf(scopesOfJob(job, keyPresets), keyPresets)?.id).to.equal(job.id)
    expect(jobOf(['usage:read'], keyPresets)).to.equal(undefined)
  })

  it('are changed one resource at a time', () => {
    expect(resourcesOf(keyScopes)).to.include.members(['comments', 'audit']).and.not.include('*')
    const more = withLevel(['comments:write'], { resource: 'posts', level: 'read' }, keyScopes)
    expect(more).to.have.members(['comments:write', 'posts:read'])
    expect(withLevel(more, { resource: 'comments', level: 'none' }, keyScopes)).to.deep.equal(['posts:read'])
    const narrowed = withLevel(['*'], { resource: 'keys', level: 'read' }, keyScopes)
    expect([levelOf(narrowed, 'keys'), levelOf(narrowed, 'posts'), narrowed.includes('*')]).to.deep.equal([
      'read',
      'write',
      false,
    ])
  })

  it('can be given as far as the own key has them', () => {
    expect(canGrant(['posts:write'], ['posts:read'])).to.equal(true)
    expect(canGrant(['posts:read'], ['posts:write'])).to.equal(false)
    expect(canGrant(['posts:write'], ['*'])).to.equal(false)
  })
})
