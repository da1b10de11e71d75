import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { Webhook } from 'standardwebhooks'
import { signWebhook, verifyWebhook, WebhookVerificationError } from '../src/index.ts'
import { thrownBy } from './scripted-server.ts'

const secret = `whsec_${randomBytes(32).toString('base64')}`
const other = `whsec_${randomBytes(32).toString('base64')}`
const body = '{"id":"0199","type":"ping","text":"Ä"}'
const id = '0199'

/** As the library of Standard Webhooks signs a delivery. */
function delivered(at = new Date(), key = secret) {
  const signature = new Webhook(key).sign(id, at, body)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signature,
  }
}

describe('verifyWebhook', () => {
  it('returns the event of a delivery, whatever form its body and headers have', async () => {
    const upper = Object.fromEntries(Object.entries(delivered()).map(([name, value]) => [name.toUpperCase(), value]))
    for (const headers of [delivered(), new Headers(delivered()), upper])
      for (const each of [body, Buffer.from(body), new TextEncoder().encode(body)])
        expect(await verifyWebhook(each, headers, { secret })).to.deep.equal(JSON.parse(body))
  })

  it('accepts one of two signatures while a secret is being renewed', async () => {
    const both = `${delivered(new Date(), other)['webhook-signature']} v1a,xx ${delivered()['webhook-signature']}`
    expect(await verifyWebhook(body, { ...delivered(), 'webhook-signature': both }, { secret })).to.include({ id })
  })

  const rejected: Record<string, [string, Record<string, string>]> = {
    'a changed body': [`${body} `, delivered()],
    'another id': [body, { ...delivered(), 'webhook-id': '0200' }],
    'another secret': [body, delivered(new Date(), other)],
    'an old delivery': [body, delivered(new Date(Date.now() - 301_000))],
    'a delivery from the future': [body, delivered(new Date(Date.now() + 86_400_000))],
    'a time that is not a number': [body, { ...delivered(), 'webhook-timestamp': 'now' }],
    'a signature that is not base64': [body, { ...delivered(), 'webhook-signature': 'v1,%' }],
    'no signature': [body, { 'webhook-id': id, 'webhook-timestamp': '1' }],
  }
  for (const [what, [sent, headers]] of Object.entries(rejected)) {
    it(`rejects ${what}`, async () => {
      expect(await thrownBy(verifyWebhook(sent, headers, { secret }))).to.be.instanceOf(WebhookVerificationError)
    })
  }

  it('says what is wrong with the time of a delivery', async () => {
    const messageAt = async (timestamp: string) => {
      const headers = { ...delivered(), 'webhook-timestamp': timestamp }
      const error = await thrownBy(verifyWebhook(body, headers, { secret, now: 1_800_000_000_000 }))
      expect(error).to.be.instanceOf(WebhookVerificationError)
      return Object(error).message
    }
    expect(await messageAt('now')).to.equal('The header webhook-timestamp is invalid.')
    expect(await messageAt('1799999600')).to.equal('The delivery was sent 400 s ago; 300 s are allowed.')
    expect(await messageAt('1800000400')).to.equal('The delivery was sent 400 s in the future; 300 s are allowed.')
  })

  it('says that a secret is not one', async () => {
    expect(await thrownBy(verifyWebhook(body, delivered(), { secret: 'abc' }))).to.be.instanceOf(TypeError)
  })

  it('signs as others verify', async () => {
    const headers = await signWebhook(body, { secret, id })
    expect(new Webhook(secret).verify(body, headers)).to.deep.equal(JSON.parse(body))
  })
})
