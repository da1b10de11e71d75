import { expect } from 'chai'
import { requestWords } from '../../app/pages/webhooks/request-words.ts'

const endpoint = { url: 'https://app.example.com/hook', headerNames: ['Authorization'] }
const attempt = { at: '2026-11-24T12:00:00.900Z', durationMs: 3, status: 200, error: null, response: null }

describe('the request of a delivery', () => {
  it('has the headers of the last attempt without secrets, and the event', () => {
    const delivery = { eventId: 'e1', attempts: [attempt], body: '{"id":"e1"}' }
    expect(requestWords({ delivery, endpoint })).to.equal(
      [
        'POST https://app.example.com/hook',
        'content-type: application/json',
        'webhook-id: e1',
        'webhook-timestamp: 1795521600',
        'webhook-signature: (not shown)',
        'authorization: (not shown)',
        '',
        '{\n  "id": "e1"\n}',
      ].join('\n'),
    )
  })

  it('before the first attempt, and after its event is no longer kept', () => {
    const words = requestWords({ delivery: { eventId: 'e1', attempts: [], body: null }, endpoint })
    expect(words).to.contain('webhook-timestamp: (the time of the attempt)').and.contain('no longer kept')
  })
})
