import { ServiceError } from '@carillon/errors'
import { expect } from 'chai'
import type { Service } from '../src/service.ts'
import { startGateway } from './test-gateway.ts'

const value = 'a'.repeat(43)

/** What the service was given for `browser`, and the cookies that were set. */
async function visit(publicUrl: string, cookie?: string) {
  const given: unknown[] = []
  const completeConnection: Service['completeConnection'] = async (_context, { browser }) => {
    given.push(browser)
    return { status: 'awaiting_selection', platform: 'x', redirectTo: '/page', error: null, browser: value }
  }
  const gateway = await startGateway({ replace: () => ({ completeConnection }), env: { PUBLIC_URL: publicUrl } })
  const headers = cookie === undefined ? {} : { cookie }
  const reply = await gateway.ask('GET', '/oauth/x/callback?state=s', { authorization: null, headers })
  await gateway.close()
  return { given, cookies: reply.headers.getSetCookie(), status: reply.status }
}

describe('the cookie of a connection that has to be confirmed', () => {
  it('is bound to the host and to https, and out of reach of scripts and other sites', async () => {
    const { cookies, status } = await visit('https://api.example.com')
    expect(status).to.equal(303)
    expect(cookies).to.deep.equal([
      `__Host-carillon-connect=${value}; Path=/; Max-Age=3600; HttpOnly; SameSite=Lax; Secure`,
    ])
  })

  it('has a plain name on this machine, where there is no https', async () => {
    for (const url of ['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080']) {
      const { cookies } = await visit(url)
      expect(cookies, url).to.deep.equal([`carillon-connect=${value}; Path=/; Max-Age=3600; HttpOnly; SameSite=Lax`])
    }
  })

  it('is read again, unless it is invalid', async () => {
    const own = '__Host-carillon-connect'
    const cases: [string, string | undefined][] = [
      [`a=b; ${own}=${value}; c=d`, value],
      [`${own}=short`, undefined],
      [`${own}=${value}; ${own}=${value}`, undefined],
      [`carillon-connect=${value}`, undefined],
      ['', undefined],
    ]
    for (const [cookie, expected] of cases) {
      expect((await visit('https://api.example.com', cookie)).given, cookie).to.deep.equal([expected])
    }
  })

  it('goes to the page and its form, which stays open when a card is missing', async () => {
    const seen: unknown[] = []
    const describeSelection: Service['describeSelection'] = async (_context, page) => {
      seen.push(page.browser)
      const choices = [{ providerId: '1', name: 'Rye & Co', detail: '@rye', avatarUrl: null }]
      return { platform: 'x', organizationName: 'Acme', profileName: 'Bakery', select: false, single: false, choices }
    }
    const completeSelection: Service['completeSelection'] = async (_context, page) => {
      seen.push(page.browser)
      throw new ServiceError('billing_required', 'Pick fewer.')
    }
    const gateway = await startGateway({ replace: () => ({ describeSelection, completeSelection }) })
    const headers = { cookie: `carillon-connect=${value}` }
    const page = await gateway.ask('GET', '/connect/select/t', { authorization: null, headers })
    expect(page.text).to.contain('Acme').and.to.contain('Bakery').and.to.contain('Rye &amp; Co').and.to.contain('@rye')
    expect(page.text).not.to.contain('checkbox')
    const rejected = await gateway.ask('POST', '/connect/select/t', {
      body: '',
      authorization: null,
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(rejected.status).to.equal(402)
    expect(rejected.text).to.contain('Pick fewer.').and.to.contain('<form')
    expect(seen).to.deep.equal([value, value, value])
    await gateway.close()
  })
})
