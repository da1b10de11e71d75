import { expect } from 'chai'
import { allTests } from '../fixture.ts'
import { startRig } from './rig.ts'

describe('the simulated users of Meta', () => {
  const rig = allTests(startRig)

  const misspelt: ['facebook' | 'instagram', string, Record<string, unknown>, string][] = [
    ['facebook', 'like', { postId: '1', by: 'Kim' }, 'by'],
    ['facebook', 'ads', { campagns: 5 }, 'campagns'],
    ['facebook', 'lead', { amount: 2 }, 'amount'],
    ['facebook', 'ad-review', { id: '1', verdict: 'approve' }, 'verdict'],
    ['facebook', 'ad-eligibility', { post: '1', promotable: true }, 'promotable'],
    ['facebook', 'figures', { post: '1', set: { page_media_view: 1 } }, 'post'],
    ['facebook', 'figures', { retired: [], day: '2026-11-10' }, 'day'],
    ['instagram', 'figures', { date: '2026-11-10', set: { views: 1 } }, 'date'],
  ]
  for (const [network, name, body, field] of misspelt) {
    it(`${network}: ${name} names the field ${field}, which it does not have`, () => {
      expect(() => rig[network].person[name]?.({ network, ...body })).to.throw(RangeError, `${field}: no such field`)
    })
  }

  it('leads are added in a limited number at a time', () => {
    expect(() => rig.facebook.person['lead']?.({ count: 1e15 })).to.throw(RangeError, 'count: ')
  })
})
