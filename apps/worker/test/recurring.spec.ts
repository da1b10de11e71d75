import { setTimeout as sleep } from 'node:timers/promises'
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

  it('does not keep its process from stopping', () => recurring.close())
})
