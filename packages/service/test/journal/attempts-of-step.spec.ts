import type { ExternalWriteAttemptRow } from '@carillon/database'
import { expect } from 'chai'
import { attemptsUpTo, firstStart } from '../../src/journal/attempts-of-step.ts'

type Outcome = ExternalWriteAttemptRow['outcome']

/** Attempts with these steps and outcomes, of which each starts a second after the one before. */
function attemptsOf(...steps: [step: string, outcome: Outcome][]): ExternalWriteAttemptRow[] {
  return steps.map(([step, outcome], at) => ({
    writeId: 'w',
    number: at + 1,
    step,
    outcome,
    startedAt: new Date(at * 1_000),
    endedAt: null,
    requestId: 'test',
    errorCode: null,
  }))
}

const numbers = (attempts: ExternalWriteAttemptRow[]) => attempts.map(({ number }) => number)

describe('the attempts of a step', () => {
  it('are not those of other steps, whatever their outcome', () => {
    const attempts = attemptsOf(['lookup', 'absent'], ['post', 'absent'], ['other', 'succeeded'], ['post', null])
    expect(numbers(attemptsUpTo(attempts, { step: 'post', number: 4 }))).to.deep.equal([2, 4])
  })

  for (const outcome of ['succeeded', 'reconciled'] as const) {
    it(`begin after the last one that ${outcome === 'succeeded' ? 'succeeded' : 'was found by a probe'}`, () => {
      const attempts = attemptsOf(['post', 'absent'], ['post', outcome], ['post', 'rejected'], ['post', null])
      expect(numbers(attemptsUpTo(attempts, { step: 'post', number: 4 }))).to.deep.equal([3, 4])
    })
  }

  it('end with the one that is meant, which counts itself, whatever its outcome', () => {
    const attempts = attemptsOf(['post', 'absent'], ['post', 'reconciled'], ['post', 'absent'])
    expect(numbers(attemptsUpTo(attempts, { step: 'post', number: 2 }))).to.deep.equal([1, 2])
  })

  it('may have an effect from the first one on that no probe found, otherwise from the last one on', () => {
    const start = (...outcomes: Outcome[]) =>
      firstStart(attemptsOf(...outcomes.map((outcome): [string, Outcome] => ['post', outcome])))?.getTime()
    expect(start('rejected', 'absent', 'absent', null)).to.equal(1_000)
    expect(start('rejected', 'not_sent', null)).to.equal(2_000)
    expect(start()).to.equal(undefined)
  })
})
