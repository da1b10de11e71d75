import { expect } from 'chai'
import { planForReplies } from '../inject-faults.ts'
import { foreignMark, judgeTried, misuseCount, misuseFaults } from './attempt.ts'
import { type BudgetEvidence, budgetFaults, type CountedWrite, judgeBudgets } from './check-budgets.ts'
import { findWeaknesses } from './find-weaknesses.ts'
import { runBudgets } from './run-budgets.ts'
import { runMisuse, withMisused } from './run-misuse.ts'
import type { Received } from './sender.ts'

// The short version with a fixed seed; `npm run test:faults -- --only keys` is the long one.
describe('keys that are misused', () => {
  const got = (status: number, code: string, text = ''): Received => ({ status, code, text, body: null, headers: {} })
  const judged = (codes: readonly string[] | null, received: Received) => {
    const { faults } = judgeTried([{ kind: 'k', what: 'w', codes, got: received }])
    return Object.entries(faults).flatMap(([kind, found]) => found.map(() => kind))
  }

  it('are judged: what passed, what was rejected for another reason, what was denied, what was shown', () => {
    const codes = ['insufficient_scope']
    expect(judged(codes, got(403, 'insufficient_scope'))).to.deep.equal([])
    expect(judged(codes, got(200, '200'))).to.deep.equal(['passed'])
    expect(judged(codes, got(500, 'internal_error'))).to.deep.equal(['otherwise'])
    expect(judged(null, got(201, '201'))).to.deep.equal([])
    expect(judged(null, got(429, 'budget_exhausted'))).to.deep.equal(['denied'])
    expect(judged(codes, got(403, 'insufficient_scope', foreignMark))).to.deep.equal(['leaked'])
  })

  it('do nothing that they may not do, and weak gateways are found', async () => {
    await withMisused({ seed: 3, gateways: 1 }, async (installation) => {
      const verdict = await runMisuse(installation, { seed: 3, attempts: 100, atOnce: 6 })
      expect(misuseCount(verdict)).to.be.at.least(100)
      expect(verdict.allowed, 'requests that had to be carried out').to.be.above(10)
      expect(misuseFaults(verdict), JSON.stringify(verdict)).to.equal(0)
      const looked = await findWeaknesses(installation, { seed: 3, count: 3, attempts: 200 })
      expect(looked.filter(({ found }) => found === 0)).to.deep.equal([])
    })
  })
})

describe('budgets of keys under kills', () => {
  const write: CountedWrite = {
    ...{ mark: 'no1z', budget: 'repliesPerDay', day: '2026-11-26', keyIds: ['top', 'leaf'] },
    ...{ status: 'succeeded', isOpen: false, outcomes: ['succeeded'] },
  }
  const use = (keyId: string, used: number) => ({ keyId, budget: write.budget, day: write.day, used })
  const whole: BudgetEvidence = {
    limits: [
      { keyId: 'top', budget: write.budget, max: 2 },
      { keyId: 'leaf', budget: write.budget, max: 1 },
    ],
    writes: [
      write,
      { ...write, mark: 'no2z', keyIds: ['top'], status: 'failed', outcomes: ['not_sent', 'absent'] },
      { ...write, mark: 'no3z', keyIds: ['top'], status: 'failed', outcomes: ['not_sent', 'rejected'] },
    ],
    used: [use('top', 2), use('leaf', 1)],
    held: new Map([['no1z', 1]]),
  }
  const found = (evidence: Partial<BudgetEvidence>) =>
    Object.entries(judgeBudgets({ ...whole, ...evidence }).faults).flatMap(([kind, faults]) => faults.map(() => kind))

  it('are judged: more than the budget, units that are lost, writes that are not counted', () => {
    expect(found({})).to.deep.equal([])
    expect(found({ used: [use('top', 2), use('leaf', 2)] })).to.deep.equal(['overdrawn', 'lost'])
    expect(found({ used: [use('top', 3), use('leaf', 1)] })).to.deep.equal(['overdrawn', 'lost'])
    expect(found({ used: [use('leaf', 1)] })).to.deep.equal(['uncounted'])
    expect(found({ writes: [write], used: [use('top', 2), use('leaf', 1)] })).to.deep.equal(['lost'])
    expect(found({ held: new Map([['no1z', 2]]) })).to.deep.equal(['overdrawn', 'doubled'])
    const sentAgain = { ...write, status: 'failed', outcomes: ['not_sent'] }
    expect(found({ writes: [sentAgain, ...whole.writes] })).to.deep.equal([])
    expect(found({ writes: whole.writes.map((one) => ({ ...one, isOpen: one === write })) })).to.deep.equal([
      'unfinished',
    ])
  })

  it('are never exceeded and never lost while responses are lost and a gateway and a worker die', async () => {
    const { verdict, left, responses } = await runBudgets({
      ...{ seed: 3, writes: 40, budget: 8, customers: 40, gateways: 2, workers: 1, networkFaultScale: 1 },
      plan: { ...planForReplies({ kills: 0, pgRestarts: 0 }), workerKills: 1, gatewayKills: 1, terminations: 2 },
      maxCalmMs: 150_000,
    })
    expect(responses['budget_exhausted'], JSON.stringify(responses)).to.be.above(0)
    expect(budgetFaults(verdict), JSON.stringify(verdict)).to.equal(0)
    for (const { units, accepted } of Object.values(left)) expect(accepted).to.equal(units)
  })
})
