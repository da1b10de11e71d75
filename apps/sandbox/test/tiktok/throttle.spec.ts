import { expect } from 'chai'
import { restore } from '../../src/snapshot/records.ts'
import { countCall } from '../../src/tiktok/http/throttle.ts'
import { createStore } from '../../src/tiktok/store/store.ts'
import { eachTest } from '../fixture.ts'
import { startDouble } from './double.ts'

describe('the limit of calls to TikTok', () => {
  it('begins at zero after the sandbox of 0.1.0, which stored the times of calls alone, is upgraded', () => {
    const store = createStore([], [])
    restore({ ...store }, { calls: new Map([['account /business/get/', [1, 2, 3]]]) })
    expect(() => countCall(store, 4, 'account /business/get/')).not.to.throw()
  })
})

describe('the limits of calls to TikTok of an app', () => {
  const double = eachTest(startDouble)

  async function set(limits: Record<string, number | null>): Promise<void> {
    await double.network.person['limits']?.({ network: 'tiktok', requestsPerMinute: 1000, ...limits })
  }

  /** Makes calls of two accounts and two endpoints in turn. Returns the codes of the responses. */
  async function codesOf(calls: number): Promise<number[]> {
    const accounts = [await double.connect(), await double.connect('solo.dancer')].map(double.account)
    const codes: number[] = []
    for (let call = 0; call < calls; call += 1) {
      const path = call % 4 < 2 ? '/business/get/' : '/business/video/settings/'
      codes.push((await accounts[call % 2]?.get(path))?.code ?? Number.NaN)
    }
    return codes
  }
  const ok = (count: number): number[] => Array(count).fill(0)

  it('are off until they are set, and hold for all its accounts and endpoints together', async () => {
    expect(await codesOf(30)).to.deep.equal(ok(30))
    await set({ appPerSecond: 10 })
    expect(await codesOf(12)).to.deep.equal([...ok(10), 40100, 40100])
    double.advance(1000)
    expect(await codesOf(1)).to.deep.equal([0])
    await set({ appPerSecond: null })
    expect(await codesOf(30)).to.deep.equal(ok(30))
  })

  it('block the app for five minutes after too many calls in a minute', async () => {
    await set({ appPerMinute: 4 })
    expect(await codesOf(5)).to.deep.equal([...ok(4), 40100])
    double.advance(299_999)
    expect(await codesOf(1)).to.deep.equal([40100])
    double.advance(1)
    expect(await codesOf(4)).to.deep.equal(ok(4))
  })

  it('block the app until midnight UTC after too many calls on a day', async () => {
    await set({ appPerDay: 4 })
    expect(await codesOf(5)).to.deep.equal([...ok(4), 40100])
    double.advance(12 * 3_600_000 - 1)
    expect(await codesOf(1)).to.deep.equal([40100])
    double.advance(1)
    expect(await codesOf(4)).to.deep.equal(ok(4))
  })
})
