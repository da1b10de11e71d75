import { expect } from 'chai'
import { createKey } from '../../src/index.ts'
import { ask, bodyOf, rejection } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'

describe('a key that is bound to a profile between the beginning of its request and its end', () => {
  let harness: Harness
  let scope: { organizationId: string; profileId: null }
  before(async () => {
    harness = await startHarness()
    scope = { organizationId: harness.organizationId, profileId: null }
  })
  after(() => harness.close())

  const make = () => createKey(harness.context, { organizationId: harness.organizationId })

  /** Makes a key and binds it to a profile. */
  async function bound(): Promise<string> {
    const { keyId } = await make()
    const asked = { scope, grant: await make(), params: { keyId }, body: { profileId: harness.profileId } }
    const { status } = await ask(harness.context, 'keys.update', asked)
    expect(status).to.equal(200)
    return keyId
  }
  /** Makes the request of a key that had access to the whole organization when the request began. */
  const begun = (keyId: string) => ({ scope, grant: { keyId } })
  const keyCount = async () => {
    const { keys } = bodyOf(await ask(harness.context, 'keys.list', { scope }))
    return keys.length
  }

  it('creates no key, neither one of the organization nor one of a profile', async () => {
    const asked = begun(await bound())
    const before = await keyCount()
    for (const body of [{ name: 'All' }, { name: 'Own', profileIds: [harness.profileId] }]) {
      const error = await rejection(ask(harness.context, 'keys.create', { ...asked, body }))
      expect([error.code, error.status]).to.deep.equal(['profile_scope_violation', 403])
    }
    expect(await keyCount()).to.equal(before)
  })

  it('changes and deletes no key', async () => {
    const asked = begun(await bound())
    const { keyId } = await make()
    for (const id of ['keys.update', 'keys.delete'] as const) {
      const request = { ...asked, params: { keyId }, body: id === 'keys.update' ? { name: 'Mine' } : {} }
      const error = await rejection(ask(harness.context, id, request))
      expect([id, error.code, error.status]).to.deep.equal([id, 'profile_scope_violation', 403])
    }
    const { keys } = bodyOf(await ask(harness.context, 'keys.list', { scope }))
    expect(keys.find((key: { keyId: string }) => key.keyId === keyId)).to.include({ name: null })
  })
})
