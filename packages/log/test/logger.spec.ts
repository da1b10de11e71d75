import { expect } from 'chai'
import { createLogger, type LogLevel, type ProcessLogger, redact, redactText, redactUrl } from '../src/index.ts'

function collect(level: LogLevel = 'info'): { log: ProcessLogger; lines: () => Record<string, unknown>[] } {
  let text = ''
  const log = createLogger({
    name: 'gateway',
    level,
    destination: {
      write(line) {
        text += line
      },
    },
  })
  const lines = () =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  return { log, lines }
}

describe('createLogger', () => {
  it('writes allowed fields, level, name, ISO time and message', () => {
    const { log, lines } = collect()
    log.info({ method: 'POST', route: '/posts/{postId}', status: 201, durationMs: 12.5, network: 'example' }, 'request')
    const [line] = lines()
    expect(line).to.include({ level: 'info', name: 'gateway', status: 201, durationMs: 12.5, route: '/posts/{postId}' })
    expect(line).to.include({ message: 'request', method: 'POST', network: 'example' })
    expect(line?.['time']).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  it('lets a line that may wait be written with the next one, in order, as it would write it at once', () => {
    const { log, lines } = collect()
    const fields = { status: 200, other: 1, detail: 'token=secret-value' } as object
    log.infoSoon(fields, 'first')
    log.infoSoon({}, 'second')
    expect(lines()).to.deep.equal([])
    log.info(fields, 'first')
    log.info({}, 'second')
    const [first, second, ...usual] = lines().map(({ time: _, ...rest }) => rest)
    expect([first, second]).to.deep.equal(usual)
    expect(first).to.include({ level: 'info', status: 200, dropped: 1 })
  })

  it('lets no line wait that is below its level', () => {
    const { log, lines } = collect('warn')
    log.infoSoon({}, 'too low')
    log.warn({}, 'next')
    expect(lines()).to.have.length(1)
  })

  it('counts what it drops and marks what does not fit', () => {
    const { log, lines } = collect()
    log.info({ accountId: 'not-a-uuid', body: 'x', other: 1, runAt: new Date(0) } as object, 'm')
    expect(lines()[0]).to.include({ accountId: '[unfit]', dropped: 2, runAt: '1970-01-01T00:00:00.000Z' })
    expect(lines()[0]).not.to.have.any.keys('body', 'other')
  })

  it("keeps names with an index, as those of a thread's posts", () => {
    const { log, lines } = collect()
    for (const step of ['post[2]', 'post[]', 'post[2]x', '[2]']) log.info({ step }, 'm')
    expect(lines().map(({ step }) => step)).to.deep.equal(['post[2]', '[unfit]', '[unfit]', '[unfit]'])
  })

  it('keeps a child its allowed fields, level and nothing else', () => {
    const { log, lines } = collect()
    const child = log.child({ requestId: 'req-1', body: 'x' } as object)
    child.info({}, 'm')
    child.debug({}, 'too low')
    expect(lines()).to.have.length(1)
    expect(lines()[0]).to.include({ requestId: 'req-1', dropped: 1 })
  })

  it('describes an error with its code, our frames and its causes', () => {
    const { log, lines } = collect()
    const cause = Object.assign(new Error('connect refused'), { code: 'ECONNREFUSED' })
    log.error({ err: new TypeError('fetch failed', { cause }) }, 'call failed')
    const err = lines()[0]?.['err'] as Record<string, unknown>
    expect(err).to.include({ name: 'TypeError', summary: 'fetch failed' })
    expect(err['cause']).to.deep.equal({ name: 'Error', code: 'ECONNREFUSED', summary: 'connect refused' })
    expect((err['frames'] as string[])[0]).to.match(/packages\/log\/test\/logger\.spec\.ts:\d+$/)
  })

  it('ends no shortened text with half of a character', () => {
    const { log, lines } = collect()
    for (const text of ['😀'.repeat(1_000), `a${'😀'.repeat(1_000)}`]) log.info({ err: new Error(text) }, 'm')
    for (const line of lines()) expect(JSON.stringify(line)).not.to.match(/\\ud[89a-f]/)
    expect(redact([`a${'😀'.repeat(1_000)}`])).to.satisfy(([text]: string[]) => text?.isWellFormed())
  })

  it('takes an error alone, and does not format', () => {
    const { log, lines } = collect()
    const loose = log.warn as (...args: unknown[]) => void
    loose.call(log, new Error('broken'))
    loose.call(log, '100% of %s', 'data')
    expect(lines()[0]?.['err']).to.include({ summary: 'broken' })
    expect(lines()[1]).to.include({ message: '100% of %s' })
  })
})

describe('redactUrl', () => {
  for (const [url, shown] of [
    ['https://a.test/x/y?code=1&z=2#f', 'https://a.test/x/y?[redacted]'],
    ['https://u:p@a.test:8443/x', 'https://a.test:8443/x'],
    ['https://a.test/bot4fK9mQ2xV7bN8cR1tY6wZ/send', 'https://a.test/[redacted]/send'],
    ['nonsense', '[redacted]'],
  ] as const) {
    it(`shows ${url} as ${shown}`, () => expect(redactUrl(url)).to.equal(shown))
  }
})

describe('redactText', () => {
  for (const [text, shown] of [
    ['state: abc, next', 'state: [redacted], next'],
    ['Authorization: Bearer abc', 'Authorization: [redacted] [redacted]'],
    ['{"access_token":"abc","expires_in":5}', '{"access_token":[redacted],"expires_in":5}'],
    ['X-Hub-Signature-256: sha256=00ff', 'X-Hub-Signature-256: [redacted]'],
    ['(#100) Tried accessing nonexisting field on node 17841400000000000', undefined],
    ['job 019ab2c4-7d1e-7a33-8f00-1234567890ab of publish.advance', undefined],
    ['an OAuthAuthorizationServerMetadataResolver failed', undefined],
  ] as const) {
    it(`writes ${text}`, () => expect(redactText(text)).to.equal(shown ?? text))
  }
})
