import type { WebhookEndpointWithHealth } from '@carillon/client'
import { expect } from 'chai'
import { healthWords } from '../../app/pages/webhooks/endpoint-words.ts'

const endpoint: WebhookEndpointWithHealth = {
  id: '0b0c',
  url: 'https://app.example.com/hook',
  types: ['*'],
  profileId: null,
  description: null,
  headerNames: [],
  status: 'enabled',
  disabledReason: null,
  createdAt: '2026-11-24T08:00:00Z',
  updatedAt: '2026-11-24T08:00:00Z',
  health: { lastSuccessAt: null, lastFailureAt: null, pending: 0, failing24h: 0 },
}

const labelOf = (health: Partial<WebhookEndpointWithHealth['health']>, rest: Partial<WebhookEndpointWithHealth> = {}) =>
  healthWords({ ...endpoint, ...rest, health: { ...endpoint.health, ...health } }).label

describe('the health of a webhook endpoint', () => {
  it('is that of its last attempt', () => {
    const [early, late] = ['2026-11-24T09:00:00Z', '2026-11-24T10:00:00Z']
    expect(labelOf({})).to.equal('Nothing delivered yet')
    expect(labelOf({ lastFailureAt: early })).to.equal('Failing')
    expect(labelOf({ lastSuccessAt: early, lastFailureAt: late })).to.equal('Failing')
    expect(labelOf({ lastSuccessAt: late, lastFailureAt: early, failing24h: 3 })).to.equal('Working')
    const textOf = (failing24h: number) =>
      healthWords({ ...endpoint, health: { ...endpoint.health, lastSuccessAt: late, failing24h } }).text
    expect(textOf(3)).to.equal('3 attempts failed in the last 24 hours.')
    expect(textOf(1)).to.equal('1 attempt failed in the last 24 hours.')
  })

  it('of one that is disabled says why', () => {
    const disabled = (disabledReason: WebhookEndpointWithHealth['disabledReason']) =>
      labelOf({}, { status: 'disabled', disabledReason })
    expect(disabled('manual')).to.equal('Disabled')
    expect(disabled('gone')).to.equal('Disabled: gone')
    expect(disabled('failing')).to.equal('Disabled: failing')
  })
})
