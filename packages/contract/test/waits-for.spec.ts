import { expect } from 'chai'
import { operationIds, operationRow, waitsFor } from '../src/index.ts'

describe('what the response to an operation waits for', () => {
  it('is the network where the body can contain media, which are received from the client or fetched from a URL', () => {
    const media = operationIds.filter((id) => operationRow(id).bodyLimit !== undefined)
    expect(media).to.include.members(['posts.publish', 'schedules.create', 'schedules.update'])
    for (const id of media) expect(waitsFor(operationRow(id)), id).to.equal('network')
  })

  it('is the network of a platform that the operation calls, and nothing where it calls none', () => {
    expect(waitsFor(operationRow('comments.list'))).to.equal('network')
    expect(waitsFor(operationRow('webhookEndpoints.replay'))).to.equal('nothing')
    expect(waitsFor(operationRow('profiles.list'))).to.equal('nothing')
  })

  it('is the client where it can say how long', () => {
    expect(waitsFor(operationRow('events.list'))).to.equal('client')
  })
})
