import { randomUUIDv7 } from 'node:crypto'
import { readKey } from '@carillon/database'
import { expect } from 'chai'
import { createKey } from '../../src/index.ts'
import { ask, bodyOf } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'

describe('a key that is bound to several profiles', () => {
  let harness: Harness
  let scope: { organizationId: string; profileId: null }
  before(async () => {
    harness = await startHarness()
    scope = { organizationId: harness.organizationId, profileId: null }
  })
  after(() => harness.close())

  async function profile(): Promise<string> {
    return bodyOf(await ask(harness.context, 'profiles.create', { scope, body: { name: randomUUIDv7() } })).id
  }
  async function keyOf(profileIds: string[]): Promise<string> {
    const own = bodyOf(
      await ask(harness.context, 'keys.create', { scope, grant: await manager(), body: { profileIds } }),
    )
    return own.keyId
  }
  async function manager(): Promise<{ keyId: string }> {
    return createKey(harness.context, { organizationId: harness.organizationId })
  }
  const remove = (profileId: string) => ask(harness.context, 'profiles.delete', { scope, params: { profileId } })
  const bindingOf = async (keyId: string) => {
    const key = await readKey(harness.context.db, keyId)
    return key && [key.profileId, key.profileIds]
  }

  it('loses each profile that is deleted, and is deleted with the last one', async () => {
    const [first, second, third] = [await profile(), await profile(), await profile()]
    const keyId = await keyOf([third, first, second])
    const others = await keyOf([third, second])
    await remove(first)
    expect(await bindingOf(keyId)).to.deep.equal([null, [third, second]])
    expect(await bindingOf(others)).to.deep.equal([null, [third, second]])
    await remove(third)
    expect(await bindingOf(keyId)).to.deep.equal([second, null])
    await remove(second)
    expect([await bindingOf(keyId), await bindingOf(others)]).to.deep.equal([undefined, undefined])
  })

  it('loses profiles that were deleted before keys lost them as well', async () => {
    const [first, second] = [await profile(), await profile()]
    const keyId = await keyOf([first, second])
    const former = [randomUUIDv7(), first, second, randomUUIDv7()]
    await harness.context.pool.query('update api_key set profile_ids = $2 where id = $1', [keyId, former])
    await remove(first)
    expect(await bindingOf(keyId)).to.deep.equal([second, null])
    const [last, gone] = [await profile(), randomUUIDv7()]
    const lonely = await keyOf([last, second])
    await harness.context.pool.query('update api_key set profile_ids = $2 where id = $1', [lonely, [last, gone]])
    await remove(last)
    expect(await bindingOf(lonely)).to.equal(undefined)
  })
})
