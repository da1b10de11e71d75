import fc from 'fast-check'
import { commands, untilOver } from './model/commands.ts'
import type { Expectation } from './model/expected.ts'
import { type Real, startReal } from './model/real.ts'

const start = Date.parse('2026-03-01T12:00:00Z')

// The short version with a fixed seed; MODEL_RUNS and MODEL_SEED make it longer, or another one.
const numRuns = Number(process.env['MODEL_RUNS'] ?? 30)
const seed = Number(process.env['MODEL_SEED'] ?? 20261126)

describe('schedules, whatever happens in which order', () => {
  let real: Real
  before(async () => {
    real = await startReal()
  })
  after(() => real.close())

  it('are what the rules say after each step, and their posts are there once at most', async () => {
    const property = fc.asyncProperty(commands, async (drawn) => {
      await real.reset(start)
      const expectation: Expectation = {
        now: start,
        account: { status: 'connected', changed: false },
        schedules: [],
        backup: null,
      }
      await fc.asyncModelRun(() => ({ model: expectation, real }), drawn)
      await untilOver(expectation, real)
    })
    await fc.assert(property, { seed, numRuns })
  })
})
