import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import { readSignedRequest } from '../../src/meta/signed-request.ts'

const now = new Date('2026-11-22T12:00:00Z')
const issuedAt = now.getTime() / 1000 - 5

/**
 * The fields of a request for deletion.
 * @see https://developers.facebook.com/docs/development/create-an-app/app-dashboard/data-deletion-callback (read 2026-11-22)
 */
const payload = { algorithm: 'HMAC-SHA256', expires: 1291840400, issued_at: issuedAt, user_id: '218471' }

function sign(fields: unknown, secret = 'secret'): string {
  const encoded = Buffer.from(typeof fields === 'string' ? fields : JSON.stringify(fields)).toString('base64url')
  return `${createHmac('sha256', secret).update(encoded).digest('base64url')}.${encoded}`
}

const read = (signedRequest: string, secrets = ['secret']) => readSignedRequest(secrets, signedRequest, now)

describe('a signed request of Meta', () => {
  it('names the user, and says when it was signed', () => {
    expect(read(sign(payload))).to.deep.equal({ ids: ['218471'], issuedAt: new Date(issuedAt * 1000) })
  })

  it('names the Page that removed the app in place of the user', () => {
    expect(read(sign({ ...payload, user_id: '0', profile_id: '324556365474' }))?.ids).to.deep.equal(['324556365474'])
  })

  it('is read with padding too, and with ids that are numbers', () => {
    const [signature, encoded = ''] = sign({ ...payload, user_id: 218471 }).split('.')
    expect(read(`${signature}=.${encoded}`)?.ids).to.deep.equal(['218471'])
  })

  it('may be signed by any of the secrets', () => {
    expect(read(sign(payload, 'older'), ['secret', 'older'])?.ids).to.deep.equal(['218471'])
  })

  const signed = sign(payload)
  const [signature = '', encoded = ''] = signed.split('.')
  const rejected: Record<string, string> = {
    'an empty text': '',
    'no signature': encoded,
    'an empty signature': `.${encoded}`,
    'a signature that is too short': `${signature.slice(2)}.${encoded}`,
    'the signature of another payload': `${sign({ ...payload, user_id: '1' }).split('.')[0]}.${encoded}`,
    'the signature by another secret': sign(payload, 'other'),
    'a third part': `${signed}.x`,
    'a payload that is not JSON': sign('{'),
    'a payload that is not an object': sign('[1]'),
    'another algorithm': sign({ ...payload, algorithm: 'none' }),
    'no algorithm': sign({ ...payload, algorithm: undefined }),
    'no time': sign({ ...payload, issued_at: undefined }),
    'a time that is a text': sign({ ...payload, issued_at: String(issuedAt) }),
    'an age of more than a day': sign({ ...payload, issued_at: issuedAt - 24 * 3600 }),
    'a time in the future': sign({ ...payload, issued_at: issuedAt + 600 }),
    'no user': sign({ ...payload, user_id: undefined }),
    'nobody as its user': sign({ ...payload, user_id: '0' }),
  }
  for (const [name, text] of Object.entries(rejected)) {
    it(`is rejected with ${name}`, () => expect(read(text)).to.equal(null))
  }

  it('is rejected where no secret is configured', () => expect(read(signed, [])).to.equal(null))
})
