import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import { sendHints } from '../../src/connection/hints.ts'

const failures: Record<string, () => Promise<unknown>> = {
  'are rejected': () => Promise.reject(new Error('no connection')),
  'cannot even be begun': () => {
    throw new Error('the pool has ended')
  },
}

describe('hints that cannot be sent', () => {
  for (const [how, fail] of Object.entries(failures)) {
    it(`because they ${how}, are dropped, and later ones are sent`, async () => {
      const sent: (readonly unknown[])[] = []
      let isFailing = true
      const hints = sendHints((values) => {
        if (isFailing) return fail()
        sent.push(values)
        return Promise.resolve()
      })
      hints.feed('first')
      await turn()
      isFailing = false
      hints.feed('second')
      await turn()
      expect(sent).to.have.length(1)
    })
  }
})
