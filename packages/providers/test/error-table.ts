import { catalogueRow, errorCodes } from '@carillon/errors'
import { expect } from 'chai'
import type { Dialect } from '../src/call-network.ts'
import { type ErrorRule, type Outcome, type ProviderError, translate } from '../src/error-rules.ts'
import { responseOf, type Sample } from './fake-response.ts'

/** What a dialect makes of a response that arrives at a time; undefined where it takes it for a success. */
export function judge(
  { rules, rejection }: Pick<Dialect, 'rules' | 'rejection'>,
  sample: Sample,
  at = new Date('2026-11-20T12:00:00.000Z'),
): ProviderError | undefined {
  const rejected = rejection(responseOf(sample), at)
  return rejected && translate(rules, rejected)
}

interface Table<RuleSample extends Sample> {
  rules: readonly ErrorRule[]
  judged(sample: RuleSample): ProviderError | undefined
  /** Of every rule; left out, it is the rule's own, else what the sample's status tells. */
  outcome?: Outcome
}

/** Every rule has to be reached by its sample: an earlier rule must not shadow it. */
export function everyRule<RuleSample extends Sample>(name: string, table: Table<RuleSample>): void {
  for (const rule of table.rules) {
    it(`${name}: ${JSON.stringify(rule.match)} is ${rule.code}`, () => {
      const sample = rule.sample as RuleSample
      const error = table.judged(sample)
      const outcome = table.outcome ?? rule.outcome ?? (sample.status >= 500 ? 'indeterminate' : 'rejected')
      expect(error).to.include({ code: rule.code, tokenRejected: rule.tokenRejected ?? false, outcome })
      expect(error?.cause).to.be.an('object')
      const told = rule.message ?? (rule.code === 'provider_rejected' ? '' : catalogueRow(rule.code).message)
      expect(error?.message.endsWith(told), error?.message).to.equal(true)
      expect(errorCodes).to.include(error?.code)
    })
  }
}
