import { randomUUIDv7 } from 'node:crypto'
import { allowOriginUpTo, insertOrganization } from '@carillon/database'
import { expect } from 'chai'
import { requireRedirectUrl, withOutcome } from '../../src/connections/redirect-url.ts'
import { rejection } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'

const allowed = [
  'https://ok.com',
  'https://ok.com:8443',
  'https://xn--bcher-kva.example',
  'http://localhost:3000',
  'http://127.0.0.1:3000',
  'http://[::1]:3000',
  'http://plain.example',
]

const taken = [
  'https://ok.com',
  'https://ok.com/',
  'https://ok.com/done?next=%2Fhome&a=1',
  'https://OK.com/done',
  'HTTPS://ok.com/done',
  'https://ok.com:443/done',
  'https://ok.com:8443/done',
  'https://bücher.example/done',
  'http://localhost:3000/done',
  'http://127.0.0.1:3000/done',
  'http://[::1]:3000/done',
  'https://ok.com/%0d%0aSet-Cookie:a=b',
]

const rejected: Readonly<Record<string, string>> = {
  'another host': 'https://evil.com/done',
  'the allowed one as user name': 'https://ok.com@evil.com/done',
  'the allowed one as user name and password': 'https://ok.com:443@evil.com/done',
  'user name before the allowed one': 'https://evil.com@ok.com/done',
  'an empty user name': 'https://@ok.com/done',
  'an empty user name and password': 'https://:@ok.com/done',
  'no host before the path': 'https:///ok.com/done',
  'password before the allowed one': 'https://:secret@ok.com/done',
  'a longer host': 'https://ok.com.evil.com/done',
  'a host that ends alike': 'https://notok.com/done',
  'a subdomain': 'https://a.ok.com/done',
  'a host with a root dot': 'https://ok.com./done',
  'no scheme': '//ok.com/done',
  'no scheme, another host': '//evil.com/done',
  'a path': '/done',
  'a scheme without slashes': 'https:ok.com/done',
  'a backslash before the user': 'https://ok.com\\@evil.com/done',
  'backslashes for slashes': 'https:\\\\evil.com',
  'a slash after a backslash': 'https://evil.com\\.ok.com/',
  'a tab in the scheme': 'java\tscript:alert(1)',
  'a tab in the host': 'https://ok.com\t.evil.com/',
  'a line break in the host': 'https://ok.com\n.evil.com/',
  'a line break before it': '\nhttps://ok.com/',
  'a space after it': 'https://ok.com/ ',
  'NUL in it': 'https://ok.com/\u0000',
  'a C1 control character': 'https://ok.com/\u0085',
  'a line separator': 'https://ok.com/\u2028',
  'a host that looks alike': 'https://оk.com/done',
  'a full-width dot and another host': 'https://ok.com。evil.com/done',
  'another port': 'https://ok.com:444/done',
  'the port of another scheme': 'https://ok.com:80/done',
  'no number for a port': 'https://ok.com:port/done',
  'http where https is allowed': 'http://ok.com/done',
  'http outside localhost, though on the list': 'http://plain.example/done',
  'a host that begins with localhost': 'http://localhost.evil.com:3000/done',
  'another port of localhost': 'http://localhost:3001/done',
  'https where http is allowed': 'https://localhost:3000/done',
  'a loopback address that is not listed': 'http://127.0.0.2:3000/done',
  'a script': 'javascript:alert(1)//https://ok.com',
  'a script with the scheme in capitals': 'JavaScript://ok.com/%0aalert(1)',
  data: 'data:text/html,https://ok.com',
  'a file': 'file:///etc/passwd',
  'a blob of the origin': 'blob:https://ok.com/4c1b',
  'the scheme of an app': 'myapp://ok.com/done',
  'a view of the source': 'view-source:https://ok.com',
  'a fragment': 'https://ok.com/done#token',
  'an empty fragment': 'https://ok.com/done#',
  nothing: 'https://',
  'an address that ends in brackets': 'https://[ok.com]/done',
}

describe('redirect addresses', () => {
  let harness: Harness
  before(async () => {
    harness = await startHarness()
    for (const origin of allowed) {
      await allowOriginUpTo(harness.context.db, { organizationId: harness.organizationId, origin }, 1_000)
    }
  })
  after(() => harness.close())

  const asked = (redirectUrl: string) =>
    requireRedirectUrl(harness.context, { organizationId: harness.organizationId, redirectUrl })

  for (const redirectUrl of taken) {
    it(`takes ${redirectUrl}`, async () => {
      expect(await asked(redirectUrl)).to.equal(redirectUrl)
    })
  }

  for (const [what, redirectUrl] of Object.entries(rejected)) {
    it(`rejects ${what}`, async () => {
      const error = await rejection(asked(redirectUrl))
      expect([error.code, error.status]).to.deep.equal(['invalid_redirect_uri', 400])
      expect(error.details).to.have.nested.property('[0].path[0]', 'redirectUrl')
    })
  }

  it('takes no origin that only another organization has allowed', async () => {
    const organizationId = randomUUIDv7()
    await insertOrganization(harness.context.db, { id: organizationId, name: 'Other', createdAt: new Date() })
    const asking = requireRedirectUrl(harness.context, { organizationId, redirectUrl: 'https://ok.com/done' })
    expect((await rejection(asking)).code).to.equal('invalid_redirect_uri')
  })

  it('adds how it ended and keeps what is there', () => {
    const session = { id: '7', status: 'completed' }
    expect(withOutcome('https://ok.com/done?a=1&status=mine', session)).to.equal(
      'https://ok.com/done?a=1&status=completed&connectionSessionId=7',
    )
    expect(withOutcome('https://ok.com', session)).to.equal('https://ok.com/?connectionSessionId=7&status=completed')
  })
})
