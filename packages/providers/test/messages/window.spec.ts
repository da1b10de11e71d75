import { expect } from 'chai'
import { sendDialect as facebookDialect } from '../../src/facebook/messages.ts'
import { sendDialect as instagramDialect } from '../../src/instagram/messages.ts'
import { graphSample } from '../../src/meta/errors.ts'
import { judge } from '../error-table.ts'

for (const dialect of [facebookDialect, instagramDialect]) {
  describe(`${dialect.network}: the rejection of a message`, () => {
    const codes: [number, object, string][] = [
      [10, { error_subcode: 2018278 }, 'window_closed'],
      [10, { error_subcode: 2534022 }, 'window_closed'],
      [1545041, {}, 'window_closed'],
      // As a subcode it says that the user is not available.
      [551, { error_subcode: 1545041 }, 'provider_error'],
      // The code is that of a missing permission, but the recipient does not take messages of the account.
      [200, { error_subcode: 1545041 }, 'provider_error'],
      [10, { error_subcode: 2018108 }, 'provider_error'],
      // So is this one, of an account that may send no messages for a time.
      [10, { error_subcode: 1893063 }, 'provider_error'],
    ]
    for (const [code, more, expected] of codes) {
      it(`${JSON.stringify({ code, ...more })} is ${expected}`, () => {
        expect(judge(dialect, graphSample(code, { ...more }))).to.include({ code: expected, outcome: 'rejected' })
      })
    }

    it('is that of a missing permission if code 10 or 200 comes with another subcode', () => {
      for (const code of [10, 200]) {
        const found = judge(dialect, graphSample(code, { error_subcode: 2534041 }))
        expect(found?.code).to.be.oneOf(['missing_permission', 'connection_expired'])
      }
    })
  })
}
