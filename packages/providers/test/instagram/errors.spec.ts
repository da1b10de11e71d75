import { expect } from 'chai'
import type { Dialect } from '../../src/call-network.ts'
import { containerError, exchangeDialect, instagramDialect, publishDialect } from '../../src/instagram/errors.ts'
import { everyRule, judge } from '../error-table.ts'
import type { Sample } from '../fake-response.ts'
import { exchangeRejected, rejection } from './responses.ts'

const translated = (sample: Sample, dialect: Dialect = publishDialect) => judge(dialect, sample)

describe("Instagram's rejections", () => {
  const tables: [string, Dialect][] = [
    ['of a read', instagramDialect],
    ['of a post', publishDialect],
    ['of a code', exchangeDialect],
  ]
  for (const [name, dialect] of tables) {
    everyRule(name, { rules: dialect.rules, judged: (sample) => translated(sample, dialect) })
  }

  const codes: [number, number | undefined, string, string][] = [
    [9, 2207042, 'provider_rejected', 'rejected'],
    [4, 2207051, 'provider_rejected', 'rejected'],
    [25, 2207050, 'provider_rejected', 'rejected'],
    [4, undefined, 'rate_limited', 'rejected'],
    [80002, undefined, 'rate_limited', 'rejected'],
    [36000, 2207004, 'invalid_image', 'rejected'],
    [36001, 2207005, 'invalid_image', 'rejected'],
    [36003, 2207009, 'invalid_image', 'rejected'],
    [36004, 2207010, 'provider_rejected', 'rejected'],
    [100, 2207040, 'provider_rejected', 'rejected'],
    [110, 2207018, 'provider_rejected', 'rejected'],
    [9004, 2207052, 'provider_error', 'rejected'],
    [-2, 2207003, 'provider_error', 'rejected'],
    [9007, 2207027, 'provider_error', 'rejected'],
    [24, 2207006, 'provider_error', 'rejected'],
    [-2, 2207020, 'provider_error', 'rejected'],
    [-1, 2207032, 'provider_error', 'rejected'],
    [-1, 2207001, 'provider_error', 'indeterminate'],
    [-1, 2207053, 'provider_error', 'indeterminate'],
    [-1, undefined, 'provider_error', 'indeterminate'],
    [1, undefined, 'provider_error', 'indeterminate'],
    [2, undefined, 'provider_error', 'indeterminate'],
    [10, 2534022, 'provider_error', 'rejected'],
    [10, undefined, 'connection_expired', 'rejected'],
    [200, undefined, 'connection_expired', 'rejected'],
    [190, 460, 'connection_expired', 'rejected'],
    [100, 33, 'connection_expired', 'rejected'],
    [368, undefined, 'provider_rejected', 'rejected'],
    [100, undefined, 'provider_rejected', 'rejected'],
  ]
  for (const [code, subcode, ours, outcome] of codes) {
    it(`${code}${subcode === undefined ? '' : `/${subcode}`} is ${ours}, ${outcome}`, () => {
      expect(translated({ status: 400, body: rejection(code, subcode) })).to.include({ code: ours, outcome })
    })
  }

  const whileReading: [number, number | undefined, string][] = [
    [368, undefined, 'provider_error'],
    [25, 2207050, 'provider_error'],
    [100, undefined, 'provider_error'],
    [4, undefined, 'rate_limited'],
    [10, undefined, 'connection_expired'],
  ]
  for (const [code, subcode, ours] of whileReading) {
    it(`${code}${subcode === undefined ? '' : `/${subcode}`} is ${ours} where nothing is published`, () => {
      const error = translated({ status: 400, body: rejection(code, subcode) }, instagramDialect)
      expect(error).to.include({ code: ours, outcome: 'rejected' })
    })
  }

  it("shows Instagram's words for people, and only of rejected content", () => {
    const tags = rejection(100, 2207040, 'A photo can have 20 tags.')
    expect(translated({ status: 400, body: tags })?.message).to.match(/^A photo can have 20 tags\. /)
    const size = rejection(36000, 2207004, 'Far too big.')
    expect(translated({ status: 400, body: size })?.message).not.to.contain('Far')
  })

  it('waits as long as the usage header says', () => {
    const usage = JSON.stringify({ 178: [{ type: 'instagram', estimated_time_to_regain_access: 7 }] })
    const sample = { status: 429, body: rejection(80002), headers: { 'x-business-use-case-usage': usage } }
    expect(translated(sample)?.retryAfter).to.equal(420)
  })

  it('tells a page in between from Instagram: nothing is known then', () => {
    expect(translated({ status: 502, body: '<html>' })).to.include({ code: 'provider_error', outcome: 'indeterminate' })
    expect(translated({ status: 200, body: {} })).to.equal(undefined)
  })

  it('has no code in a login that a session could not carry', () => {
    const used = translated({ status: 400, body: exchangeRejected }, exchangeDialect)
    expect(used).to.include({ code: 'provider_error', outcome: 'rejected' })
    const throttled = translated({ status: 429, body: { ...exchangeRejected, code: 429 } }, exchangeDialect)
    expect(throttled).to.include({ code: 'provider_error' })
  })

  const statuses: [number | undefined, string][] = [
    [2207004, 'invalid_image'],
    [2207009, 'invalid_image'],
    [2207010, 'provider_rejected'],
    [2207052, 'provider_error'],
    [2207053, 'provider_error'],
    [2207999, 'provider_error'],
    [undefined, 'provider_error'],
  ]
  for (const [subcode, code] of statuses) {
    it(`a container that failed with ${subcode ?? 'nothing said'} is ${code}, and nothing was published`, () => {
      expect(containerError(subcode)).to.include({ code, outcome: 'rejected' })
    })
  }

  it('says what to do about addresses that Instagram cannot fetch', () => {
    expect(containerError(2207052).message).to.contain('reachable from the internet')
  })
})
