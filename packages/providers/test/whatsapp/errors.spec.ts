import { expect } from 'chai'
import { graphSample } from '../../src/meta/errors.ts'
import { listDialect, sendDialect } from '../../src/whatsapp/errors.ts'
import { everyRule, judge } from '../error-table.ts'
import type { Sample } from '../fake-response.ts'

/** @see https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes (read 2026-11-20) */
const cases: [readonly number[], string, number, string][] = [
  [[0, 102, 190], 'reconnect_required', 422, 'rejected'],
  [[3, 10, 200, 299, 131005, 33, 803], 'reconnect_required', 422, 'rejected'],
  [[133000, 133006, 133010, 131045, 131042, 131037, 134011], 'setup_incomplete', 422, 'rejected'],
  [[132001, 132015, 132016], 'provider_error', 502, 'rejected'],
  [[132005, 132007], 'provider_rejected', 422, 'rejected'],
  [[132000, 132012, 132018, 131008, 131009, 100], 'provider_rejected', 422, 'rejected'],
  [[131021, 131050, 130403, 131062], 'provider_rejected', 422, 'rejected'],
  [[131026, 131049, 130472], 'provider_error', 502, 'rejected'],
  [[4, 80007, 80008, 130429, 131048, 131056, 131064, 133016], 'provider_error', 502, 'rejected'],
  [[368, 130497, 131031], 'provider_rejected', 422, 'rejected'],
  [[131047], 'window_closed', 409, 'rejected'],
  [[1, 2, 131000, 131016, 131057, 133004], 'provider_error', 502, 'indeterminate'],
]

describe('whatsapp errors', () => {
  everyRule('send', {
    rules: sendDialect.rules,
    judged: (sample: Sample) => judge(sendDialect, sample),
  })

  for (const [codes, code, status, outcome] of cases) {
    for (const theirs of codes) {
      it(`${theirs} is ${code} (${status}, ${outcome}), whatever the HTTP status`, () => {
        for (const http of [400, 403, 500]) {
          const error = judge(sendDialect, graphSample(theirs, { status: http }))
          expect(error).to.include({ code, status, outcome })
        }
      })
    }
  }

  it('ends the connection with a token that WhatsApp rejects, and not with a permission that is missing', () => {
    for (const theirs of [0, 102, 104, 190]) {
      expect(judge(sendDialect, graphSample(theirs)), String(theirs)).to.include({ tokenRejected: true })
      expect(judge(listDialect, graphSample(theirs)), String(theirs)).to.include({ tokenRejected: true })
    }
    for (const theirs of [3, 10, 33, 200, 803, 131005]) {
      expect(judge(sendDialect, graphSample(theirs)), String(theirs)).to.include({ tokenRejected: false })
    }
  })

  it('takes an object that cannot be seen for one that was withdrawn', () => {
    expect(judge(sendDialect, graphSample(100, { error_subcode: 33 }))).to.include({ code: 'reconnect_required' })
  })

  it('does not know what became of a message when the response says nothing', () => {
    expect(judge(sendDialect, { status: 502, body: '<html>' })).to.include({ outcome: 'indeterminate' })
  })

  describe("shows WhatsApp's explanation", () => {
    const explained = (code: number) =>
      judge(sendDialect, {
        status: 400,
        body: { error: { message: 'secret', code, error_data: { details: 'body: number of params (1)' } } },
      })

    it('of a message that it rejects, and what to correct', () => {
      for (const code of [100, 131009, 131021, 132000, 132005]) {
        expect(explained(code)?.message, String(code)).to.match(/^body: number of params \(1\) .+\.$/)
        expect(explained(code)?.message, String(code)).to.not.include('secret')
      }
      expect(explained(132000)?.message).to.match(/bodyParameters/)
    })

    it('only in the log for any other error', () => {
      for (const code of [132001, 131026, 130429, 131000, 9999]) {
        const error = explained(code)
        expect(error?.cause, String(code)).to.have.nested.property('fields.details', 'body: number of params (1)')
        expect(error?.message, String(code)).to.not.match(/secret|number of params/)
      }
    })
  })

  it('says how long to wait when throttled', () => {
    expect(judge(sendDialect, graphSample(130429))?.retryAfter).to.equal(60)
  })
})
