import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { expect } from 'chai'

const script = readFileSync(new URL('../../src/whatsapp/signup/dialog.js', import.meta.url), 'utf8')

interface Element {
  dataset: Record<string, string>
  textContent: string
  addEventListener(): void
}

/** The script of the page, in a window that keeps what it posts. */
function openPage(origin: string) {
  const posted: Record<string, unknown>[] = []
  const listeners: ((message: { origin: string; data: unknown }) => void)[] = []
  const dataset = { appId: '1', configId: '2', version: 'v25.0', origin, session: 'token' }
  const element: Element = { dataset, textContent: '', addEventListener: () => undefined }
  const window = {
    addEventListener: (_event: string, listen: (typeof listeners)[number]) => listeners.push(listen),
    document: { getElementById: () => element },
    location: { pathname: '/connect/whatsapp', assign: () => undefined },
    setTimeout: () => 0,
    clearTimeout: () => undefined,
    URL,
    fetch: async (_url: string, { body }: { body: string }) => {
      posted.push(JSON.parse(body))
      return { ok: true, json: async () => ({ status: 'failed', redirectUrl: null }) }
    },
  }
  runInContext(script, createContext({ ...window, window }))
  return {
    posted,
    post(message: { origin: string; data: unknown }) {
      for (const listen of listeners) listen(message)
    },
  }
}

const cancelled = JSON.stringify({ type: 'WA_EMBEDDED_SIGNUP', event: 'CANCEL', data: { current_step: 'X' } })

describe("the script of whatsapp's sign-up page", () => {
  /**
   * Where Facebook runs on another host for a user, the pop-up reports from it.
   * @see https://github.com/fbsamples/business-messaging-sample-tech-provider-app (read 2026-11-23)
   */
  const trusted = ['https://www.facebook.com', 'https://web.facebook.com', 'https://business.facebook.com']
  for (const origin of [...trusted, 'https://facebook.com', 'https://m.beta.facebook.com']) {
    it(`takes the report of ${origin}`, () => {
      const page = openPage('https://www.facebook.com')
      page.post({ origin, data: cancelled })
      expect(page.posted).to.have.length(1)
      expect(page.posted[0]).to.deep.include({ event: 'CANCEL', session: 'token' })
    })
  }

  const foreign = [
    'https://evilfacebook.com',
    'https://facebook.com.evil.com',
    'https://evil.com',
    'http://www.facebook.com',
    'http://facebook.com',
    'https://www.facebook.com:8443',
    'https://www.facebook.com@evil.com',
    'https://user@www.facebook.com',
    'https://evil.com/www.facebook.com',
    'https://evil.com#.facebook.com',
    'https://www.facebook.com.',
    'https://faceb00k.com',
    'file://facebook.com',
    'null',
    '',
  ]
  for (const origin of foreign) {
    it(`drops what ${origin === '' ? 'no origin' : origin} reports`, () => {
      const page = openPage('https://www.facebook.com')
      page.post({ origin, data: cancelled })
      expect(page.posted).to.deep.equal([])
    })
  }

  it('takes the reports of another configured host alone, exactly', () => {
    const page = openPage('http://127.0.0.1:4810')
    for (const origin of ['https://www.facebook.com', 'http://127.0.0.1:4811', 'https://127.0.0.1:4810']) {
      page.post({ origin, data: cancelled })
    }
    expect(page.posted).to.deep.equal([])
    page.post({ origin: 'http://127.0.0.1:4810', data: cancelled })
    expect(page.posted).to.have.length(1)
  })
})
