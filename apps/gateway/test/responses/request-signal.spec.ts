import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect } from 'chai'
import { RequestSignal } from '../../src/request-signal.ts'

describe('the signal of a request', () => {
  it('aborts at the deadline that was set last', async () => {
    const res = new ServerResponse(new IncomingMessage(new Socket()))
    const ending = new RequestSignal(res, new AbortController().signal)
    const { signal } = ending
    ending.startDeadline(1)
    ending.startDeadline(600_000)
    // Timers of the same duration fire in order: that of the first deadline would come first.
    await new Promise((done) => setTimeout(done, 1))
    expect(signal.aborted).to.equal(false)
    ending.startDeadline(1)
    await new Promise((done) => signal.addEventListener('abort', done))
    expect(signal.reason).to.include({ name: 'TimeoutError' })
    res.emit('close')
  })
})
