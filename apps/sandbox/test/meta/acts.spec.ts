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

  const unbounded: [string, Record<string, unknown>, string][] = [
    ['message', { to: 'Lindqvist Bakery', ageHours: 1e12 }, 'ageHours'],
    ['ads-settings', { reviewMs: 9e15 }, 'reviewMs'],
    ['ads-settings', { reportMs: 9e15 }, 'reportMs'],
    ['comment', { on: '1', count: 50_000, replies: 1 }, 'replies'],
  ]
  for (const [name, body, field] of unbounded) {
    it(`${name}: ${field} has a limit, without which the state could not be shown any more`, async () => {
      const { posts } = (await rig.facebook.state()) as { posts: { id: string }[] }
      const whole = 'on' in body ? { ...body, on: posts[0]?.id } : body
      expect(() => rig.facebook.person[name]?.(whole)).to.throw(RangeError, `${field}: `)
    })
  }

  it('updates wait for a batch for a day at most', async () => {
    const error = await rig.facebook.configureApp?.({ batchMs: 1e12 }).catch((thrown: unknown) => thrown)
    expect(error).to.be.an.instanceOf(RangeError).with.property('message').that.includes('batchMs: ')
  })

  it('leads are added in a limited number at a time', () => {
    expect(() => rig.facebook.person['lead']?.({ count: 1e15 })).to.throw(RangeError, 'count: ')
  })
})
