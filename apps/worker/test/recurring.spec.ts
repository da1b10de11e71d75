import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { type Recurring, startRecurring } from '../src/recurring.ts'
import { openTestContext, type TestContext } from './test-context.ts'

describe('a worker without work', () => {
  let test: TestContext
  let recurring: Recurring
  let looks = 0
  let looked: (() => void) | undefined

  const nextLook = () =>
    new Promise<void>((done) => {
      looked = done
    })

  before(async () => {
    test = await openTestContext()
    recurring = await startRecurring(test.context, {
      jobs: {},
      draining: new AbortController().signal,
      onLook() {
        looks++
        looked?.()
      },
      times: { busyMs: 5, restMs: 3_600_000, restAfterMs: 100 },
    })
  })
  after(async () => {
    await recurring.close()
    await test.close()
  })

  it('looks for due work less often after a while', async () => {
    await nextLook()
    for (let seen = 0; seen !== looks; await sleep(200)) seen = looks
  })

  it('looks at once, and as often as before, when it hears of work', async () => {
    const first = nextLook()
    recurring.noteWork()
    await first
    await nextLook()
  })

  it('runs a job that has to pause between two runs only while there is work for it', async () => {
    const draining = new AbortController().signal
    let runs = 0
    let seen = 0
    const settings = { class: 'background', due: 'audit entries', everySeconds: 0.002 } as const
    const paused = await startRecurring(test.context, {
      jobs: { paused: { ...settings, run: async () => void runs++ } },
      draining,
      onLook: () => void seen++,
      times: { busyMs: 5, restMs: 5, restAfterMs: 0 },
    })
    while (seen < 10) await sleep(10)
    expect(runs).to.equal(0)
    await test.context.pool.query(`insert into audit_outbox (id, organization_id, at, action, actor_type, targets)
      values (gen_random_uuid(), gen_random_uuid(), now(), 'keys.create', 'operator', '{}')`)
    while (runs < 2) await sleep(10)
    await paused.close()
  })

  it('does not keep its process from stopping', () => recurring.close())
})
