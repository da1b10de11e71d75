import { expect } from 'chai'
import { admitUpload } from '../src/index.ts'
import { rejection } from './ask.ts'
import { type Harness, startHarness } from './harness.ts'

describe('upload slots', () => {
  let harness: Harness
  before(async () => {
    harness = await startHarness({}, { UPLOAD_SLOTS: '3', UPLOAD_SLOTS_PER_KEY: '2' })
  })
  after(() => harness.close())

  const admit = (keyId: string) => {
    const grant = { keyId, scopes: ['*' as const], scope: { organizationId: harness.organizationId, profileId: null } }
    return admitUpload(harness.context, grant, { announcedBytes: 0 })
  }

  it('that are used up are named: those of the key, or those of the process', async () => {
    const one = await admit('one')
    const two = await admit('one')
    const ofKey = await rejection(admit('one'))
    expect([ofKey.code, ofKey.retryAfter]).to.deep.equal(['rate_limited', 1])
    expect(ofKey.message).to.equal(
      'At most 2 uploads with this key can be in progress, and 2 are. Send this one when some have ended.',
    )
    const three = await admit('other')
    const ofAll = await rejection(admit('third'))
    expect([ofAll.code, ofAll.retryAfter]).to.deep.equal(['rate_limited', 1])
    expect(ofAll.message).to.equal(
      'At most 3 uploads to this gateway can be in progress, and 3 are. Send this one when some have ended.',
    )
    one.release()
    const again = await admit('third')
    for (const slot of [two, three, again]) slot.release()
    expect(harness.context.state.uploads.size).to.equal(0)
  })
})

describe('upload slots of several organizations', () => {
  let harness: Harness
  before(async () => {
    const settings = { UPLOAD_SLOTS: '3', UPLOAD_SLOTS_PER_ORGANIZATION: '2', UPLOAD_BYTES_PER_ORGANIZATION: '5000000' }
    harness = await startHarness({}, { ...settings, MEDIA_FREE_FLOOR_BYTES: '0' })
  })
  after(() => harness.close())

  const admit = (organizationId: string, keyId: string, announcedBytes = 0) => {
    const grant = { keyId, scopes: ['*' as const], scope: { organizationId, profileId: null } }
    return admitUpload(harness.context, grant, { announcedBytes })
  }

  it('are not all for one organization, however many keys it has', async () => {
    const slots = [await admit('one', 'first'), await admit('one', 'second')]
    const ofOrganization = await rejection(admit('one', 'third'))
    expect([ofOrganization.code, ofOrganization.retryAfter]).to.deep.equal(['rate_limited', 1])
    expect(ofOrganization.message).to.equal(
      'At most 2 uploads of this organization can be in progress, and 2 are. Send this one when some have ended.',
    )
    slots.push(await admit('other', 'fourth'))
    for (const slot of slots) slot.release()
    expect(harness.context.state.uploads.size).to.equal(0)
  })

  it('reserve no more space for what an organization announces than its uploads may have, but always that of one', async () => {
    const one = await admit('one', 'first', 6_000_000)
    const more = await rejection(admit('one', 'second', 2_000_000))
    expect([more.code, more.retryAfter]).to.deep.equal(['rate_limited', 1])
    expect(more.message).to.equal(
      'Uploads of this organization that are in progress have 6000000 bytes, at most 5000000 are taken together: send this one of 2000000 bytes when some have ended.',
    )
    const slots = [await admit('one', 'second', 1_000), await admit('other', 'third', 5_000_000)]
    for (const slot of [one, ...slots]) slot.release()
    const again = await admit('one', 'second', 2_000_000)
    again.release()
    expect(harness.context.state.uploads.size).to.equal(0)
  })
})
