import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import { facebookUserRequests } from '../../src/facebook/user-requests.ts'
import type { UserRequestsPort } from '../../src/index.ts'
import { instagramUserRequests } from '../../src/instagram/user-requests.ts'
import { whatsappUserRequests } from '../../src/whatsapp/user-requests.ts'

const now = new Date('2026-11-22T12:00:00Z')

/** @see https://developers.facebook.com/docs/development/create-an-app/app-dashboard/data-deletion-callback (read 2026-11-22) */
function signedBy(secret: string): string {
  const payload = { algorithm: 'HMAC-SHA256', issued_at: now.getTime() / 1000, user_id: '218471' }
  const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url')
  return `${createHmac('sha256', secret).update(encoded).digest('base64url')}.${encoded}`
}

const own = { clientSecret: 'new', previousClientSecret: 'old' }
const facebookApp = { facebookClientSecret: 'facebook-new', facebookPreviousClientSecret: 'facebook-old' }
const ports: [string, UserRequestsPort, Record<string, string>][] = [
  ['facebook', facebookUserRequests, own],
  ['instagram', instagramUserRequests, { ...own, ...facebookApp }],
  ['whatsapp', whatsappUserRequests, own],
]

describe("a user's request that Meta signs", () => {
  for (const [name, port, secrets] of ports) {
    const read = (secret: string, configured = secrets) =>
      port.read({ hosts: {}, secrets: configured, publicUrl: 'https://carillon.example' }, signedBy(secret), now)

    it(`${name}: may be signed with each secret, also with the one before its rotation`, () => {
      for (const secret of Object.values(secrets))
        expect(read(secret)).to.deep.equal({ ids: ['218471'], issuedAt: now })
    })

    it(`${name}: is rejected if it is signed with another secret or an empty one`, () => {
      expect(read('other')).to.equal(null)
      expect(read('', { clientSecret: 'new', previousClientSecret: '' })).to.equal(null)
    })
  }
})
