import { expect } from 'chai'
import { restore } from '../../src/snapshot/records.ts'
import { countCall } from '../../src/tiktok/http/throttle.ts'
import { createStore } from '../../src/tiktok/store/store.ts'

describe('the limit of calls to TikTok', () => {
  it('begins at zero after the sandbox of 0.1.0, which stored the times of calls alone, is upgraded', () => {
    const store = createStore([], [])
    restore({ ...store }, { calls: new Map([['account /business/get/', [1, 2, 3]]]) })
    expect(() => countCall(store, 4, 'account /business/get/')).not.to.throw()
  })
})
