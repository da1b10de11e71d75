import { expect } from 'chai'
import { type Replayed, replayAll } from './replay/run.ts'
import { tolerated } from './replay/tolerated.ts'
import { recordedCalls } from './tour/tour.ts'

/** Whether a call did what it does when a network changes a field: no other outcome, or an error that says so. */
function isRight({ difference, isRequired, error }: Replayed): boolean {
  if (difference === 'same' || difference === 'missing') return true
  return isRequired && difference === 'failed' && error === 'provider_error'
}

describe('outcomes after a network has changed a field', () => {
  it('lack the value at most, or are provider_error where the field is required, and are never other data', async function () {
    this.timeout(900_000)
    const recordings = await recordedCalls()
    const started = performance.now()
    const { methods, replayed } = await replayAll(recordings)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    for (const [kind, list] of Map.groupBy(replayed, (one) => (one.isRequired ? 'required' : 'may be absent'))) {
      const outcomes = [...Map.groupBy(list, ({ difference, error }) => error ?? difference)]
      console.log(`      ${kind}: ${outcomes.map(([name, own]) => `${own.length} ${name}`).join(', ')}`)
    }
    const others = replayed.filter((one) => !isRight(one))
    for (const { of, reason } of tolerated) {
      console.log(`      ${others.filter(({ name }) => of.test(name)).length} tolerated: ${reason}`)
    }
    console.log(`      replayed: ${replayed.length} changes, ${methods} methods of adapters, ${seconds} s`)
    const isTolerated = ({ name }: Replayed) => tolerated.some(({ of }) => of.test(name))
    const wrong = others.filter((one) => !isTolerated(one))
    expect(wrong.map(({ name, difference, error }) => `${name}: ${error ?? difference}`)).to.deep.equal([])
    expect(tolerated.filter(({ of }) => !others.some(({ name }) => of.test(name)))).to.deep.equal([])
    expect(methods).to.be.at.least(70)
    expect(replayed.length).to.be.at.least(2_000)
  })
})
