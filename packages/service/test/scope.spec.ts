import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import { resolveTarget } from '../src/index.ts'
import { type Harness, startHarness } from './harness.ts'

describe('whom a request is about', () => {
  let harness: Harness
  before(async () => {
    harness = await startHarness()
  })
  after(() => harness.close())

  const grant = () => ({
    keyId: randomUUIDv7(),
    scopes: ['*' as const],
    scope: { organizationId: harness.organizationId, profileId: null },
  })
  const codeOf = (named: object, resolution: 'required' | 'path' = 'required') =>
    resolveTarget(harness.context, grant(), named, resolution).then(
      () => 'resolved',
      (error: { code: string }) => error.code,
    )

  it('is the account, when both ids agree', async () => {
    const { id: accountId } = await harness.connect({ platform: 'bluesky' })
    const target = await resolveTarget(
      harness.context,
      grant(),
      { accountId, profileId: harness.profileId },
      'required',
    )
    expect(target).to.include({ profileId: harness.profileId })
    expect(target?.account).to.include({ id: accountId })
  })

  it('is an account not found, when the ids do not agree, whatever the profile is', async () => {
    const { id: accountId } = await harness.connect({ platform: 'bluesky' })
    expect(await codeOf({ accountId, profileId: randomUUIDv7() })).to.equal('account_not_found')
    expect(await codeOf({ accountId, platform: 'x' })).to.equal('account_not_found')
  })

  it('is an account not found, with a message that names profile and platform as causes', async () => {
    const { id: accountId } = await harness.connect({ platform: 'bluesky' })
    const named = { accountId, platform: 'x' } as const
    const message = await resolveTarget(harness.context, grant(), named, 'required').then(
      () => 'resolved',
      (error: Error) => error.message,
    )
    expect(message).to.include('names another profile or platform')
  })

  it('is a profile not found, when the path or nothing but the profile names it', async () => {
    const { id: accountId } = await harness.connect({ platform: 'bluesky' })
    expect(await codeOf({ profileId: randomUUIDv7() })).to.equal('profile_not_found')
    expect(await codeOf({ accountId, profileId: randomUUIDv7() }, 'path')).to.equal('profile_not_found')
  })

  it('is looked up within the scope of its own key, whichever other caller reads at the same moment', async () => {
    const { id: accountId } = await harness.connect({ platform: 'bluesky' })
    const { organizationId, profileId } = harness
    const scopes = [
      { organizationId, profileId: null },
      { organizationId, profileId },
      { organizationId, profileId: randomUUIDv7() },
      { organizationId: randomUUIDv7(), profileId: null },
      { organizationId: randomUUIDv7(), profileId },
    ]
    const resolve = (scope: (typeof scopes)[number]) =>
      resolveTarget(
        harness.context,
        { keyId: randomUUIDv7(), scopes: ['*' as const], scope },
        { accountId },
        'required',
      ).then(
        (target) => target?.account?.id,
        (error: { code: string }) => error.code,
      )
    const absent = 'account_not_found'
    expect(await Promise.all(scopes.map(resolve))).to.deep.equal([accountId, accountId, absent, absent, absent])
    expect(await Promise.all(scopes.toReversed().map(resolve))).to.deep.equal([
      absent,
      absent,
      absent,
      accountId,
      accountId,
    ])
  })

  it('has to be named', async () => {
    expect(await codeOf({})).to.equal('profile_required')
  })
})
