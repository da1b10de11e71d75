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
