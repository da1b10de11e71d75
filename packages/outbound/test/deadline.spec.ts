import { expect } from 'chai'
import { Deadline } from '../src/deadline.ts'

describe('a deadline', () => {
  it('notifies each listener once, and later listeners at once', () => {
    const caller = new AbortController()
    const deadline = new Deadline(60_000, caller.signal)
    const told: string[] = []
    deadline.watch(({ kind }) => told.push(`first ${kind}`))
    const unwatch = deadline.watch(() => told.push('gone'))
    unwatch()
    caller.abort()
    caller.abort()
    deadline.watch(({ kind }) => told.push(`later ${kind}`))
    expect(told).to.deep.equal(['first aborted', 'later aborted'])
    deadline.end()
  })

  it('has a signal that aborts with the same reason, whether it is asked for before or afterwards', () => {
    const caller = new AbortController()
    const [early, late] = [new Deadline(60_000, caller.signal), new Deadline(60_000, caller.signal)]
    const { signal } = early
    expect(signal.aborted).to.equal(false)
    caller.abort()
    expect([signal.reason.kind, late.signal.reason.kind]).to.deep.equal(['aborted', 'aborted'])
    early.end()
    late.end()
  })

  it('rejects what loses the race', async () => {
    const deadline = new Deadline(1, undefined)
    const error = await deadline.race(new Promise(() => undefined)).catch((thrown: unknown) => thrown)
    expect(error).to.include({ kind: 'timeout' })
    deadline.end()
  })
})
