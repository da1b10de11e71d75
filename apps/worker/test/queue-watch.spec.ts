import { EventEmitter } from 'node:events'
import { expect } from 'chai'
import { watchQueue } from '../src/queue-watch.ts'

describe('the watch over the queue', () => {
  it("ends after the machine's clock was put back by weeks, when the queue's timer does not rest any more", () => {
    const events = new EventEmitter()
    const reasons: string[] = []
    const watch = watchQueue({ events, concurrency: 1, onStopped: (reason) => reasons.push(reason) })
    const premature = (ms: number) => events.emit('cron:prematureTimer', { currentTimestamp: 0, expectedTimestamp: ms })
    premature(20)
    expect(reasons).to.deep.equal([])
    premature(30 * 86_400_000)
    premature(30 * 86_400_000)
    expect(reasons).to.deep.equal(['the clock of the machine was put back by weeks'])
    watch.close()
  })
})
