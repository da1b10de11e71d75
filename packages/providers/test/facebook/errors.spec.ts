import { expect } from 'chai'
import {
  deleteDialect,
  publishDialect,
  readDialect,
  transferDialect,
  uploadDialect,
} from '../../src/facebook/errors.ts'
import { facebookResponses } from '../../src/facebook/responses.ts'
import { type GraphSample, graphSample, secondsUntilRestored } from '../../src/meta/errors.ts'
import { loginDialect } from '../../src/meta/login-errors.ts'
import { everyRule, judge } from '../error-table.ts'
import { responseOf } from '../fake-response.ts'

const dialects = {
  publishing: publishDialect,
  reading: readDialect,
  deleting: deleteDialect,
  uploading: uploadDialect,
  'logging in': loginDialect('facebook', facebookResponses),
}

const impersonating =
  "Any of the pages_read_engagement or pages_messaging permission(s) must be granted before impersonating a user's page."

const at = new Date('2026-11-20T12:00:00.000Z')

describe("Facebook's rejections", () => {
  for (const [name, dialect] of Object.entries(dialects)) {
    everyRule(name, { rules: dialect.rules, judged: (sample) => judge(dialect, sample) })

    it(`${name}: every sample names the page that documents it`, () => {
      for (const { sample } of dialect.rules) {
        expect((sample as GraphSample).page).to.match(
          /^https:\/\/developers\.facebook\.com\/\S+ \(read \d{4}-\d\d-\d\d\)$/,
        )
      }
    })
  }

  const cases: [number, Record<string, unknown>, string][] = [
    [190, { status: 401, error_subcode: 460 }, 'connection_expired'],
    [190, { error_subcode: 492 }, 'connection_expired'],
    [190, { message: impersonating }, 'missing_permission'],
    [190, { message: impersonating, error_subcode: 463 }, 'connection_expired'],
    [102, {}, 'connection_expired'],
    [104, { status: 401 }, 'connection_expired'],
    [10, { status: 403 }, 'missing_permission'],
    [200, {}, 'missing_permission'],
    [201, {}, 'missing_permission'],
    [283, {}, 'missing_permission'],
    [298, {}, 'missing_permission'],
    [299, {}, 'missing_permission'],
    [4, { is_transient: true }, 'rate_limited'],
    [17, {}, 'rate_limited'],
    [32, { status: 403, is_transient: true }, 'rate_limited'],
    [341, {}, 'rate_limited'],
    [613, { error_subcode: 1996 }, 'rate_limited'],
    [80001, { status: 429 }, 'rate_limited'],
    [324, { error_subcode: 1366046 }, 'invalid_image'],
    [100, { error_subcode: 1366046 }, 'invalid_image'],
    [352, {}, 'invalid_video'],
    [382, {}, 'invalid_video'],
    [389, {}, 'invalid_video'],
    [6000, {}, 'invalid_video'],
    [100, { error_subcode: 1363040 }, 'invalid_video'],
    [1363127, {}, 'invalid_video'],
    [1363128, {}, 'invalid_video'],
    [1363129, {}, 'invalid_video'],
    [368, {}, 'provider_rejected'],
    [368, { error_subcode: 1390008 }, 'provider_rejected'],
    [506, {}, 'provider_rejected'],
    [100, { error_user_msg: 'A photo is attached twice' }, 'provider_rejected'],
    [100, {}, 'provider_error'],
    [1, { status: 500 }, 'provider_error'],
    [99999, {}, 'provider_error'],
  ]
  for (const [code, more, ours] of cases) {
    it(`${code} ${JSON.stringify(more)} is ${ours} when publishing`, () => {
      expect(judge(publishDialect, graphSample(code, more))?.code).to.equal(ours)
    })
  }

  it('counts a missing permission as a expired connection when reading', () => {
    for (const sample of [graphSample(10, { status: 403 }), graphSample(190, { message: impersonating })]) {
      expect(judge(readDialect, sample)).to.include({ code: 'connection_expired', tokenRejected: false })
    }
  })

  it('calls passing trouble unclear even with a status that rejects', () => {
    for (const sample of [graphSample(2, { status: 400 }), graphSample(-1, { status: 400, is_transient: true })]) {
      expect(judge(publishDialect, sample)?.outcome).to.equal('indeterminate')
    }
    expect(judge(publishDialect, graphSample(506))?.outcome).to.equal('rejected')
  })

  it('shows the words for people, and of the others none', () => {
    const explained = graphSample(506, {
      message: 'secret token',
      error_user_msg: 'This is identical to the last one.',
    })
    expect(judge(publishDialect, explained)?.message).to.equal(
      'This is identical to the last one. Facebook rejected the post.',
    )
    expect(judge(publishDialect, graphSample(506, { message: 'secret token' }))?.message).to.equal(
      'Facebook rejected the post.',
    )
  })

  it('waits for the longest of the limits that are reached', () => {
    const usage = { 1: [{ estimated_time_to_regain_access: 2 }], 2: [{ estimated_time_to_regain_access: 19 }, {}] }
    const headers = new Headers({ 'x-business-use-case-usage': JSON.stringify(usage) })
    expect(secondsUntilRestored(headers, at)).to.equal(19 * 60)
    expect(secondsUntilRestored(new Headers({ 'retry-after': '30' }), at)).to.equal(30)
    expect(secondsUntilRestored(new Headers({ 'x-business-use-case-usage': 'nonsense' }), at)).to.equal(undefined)
    expect(judge(publishDialect, graphSample(4))?.retryAfter).to.equal(300)
  })

  it('reads a status that asks for another attempt as a response', () => {
    const retriable = { debug_info: { retriable: true, type: 'OffsetInvalidError', message: 'x' } }
    expect(uploadDialect.rejection(responseOf({ status: 400, body: retriable }), at)).to.equal(undefined)
    const goOn = graphSample(6001, { error_subcode: 1363037, error_data: { start_offset: '5', end_offset: '9' } })
    expect(transferDialect.rejection(responseOf(goOn), at)).to.equal(undefined)
    expect(transferDialect.rejection(responseOf(graphSample(6001)), at)).to.not.equal(undefined)
  })
})
