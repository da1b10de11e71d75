import { expect } from 'chai'
import { ask, rejection } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'

describe('a request about ads or a Page of a profile without an account of the platform', () => {
  let harness: Harness
  before(async () => {
    harness = await startHarness()
  })
  after(() => harness.close())

  for (const id of ['ads.accounts.list', 'analytics.facebook.page-metrics'] as const) {
    it(`is told so by ${id}, and not that an id is unknown, as it sends none of an account`, async () => {
      const { organizationId, profileId } = harness
      const scope = { organizationId, profileId: null }
      const request = ask(harness.context, id, { scope, query: { profileId } })
      const { code, message } = await rejection(request)
      expect(code).to.equal('account_not_found')
      expect(message).to.equal('The profile has no facebook account. Connect one first.')
    })
  }
})
