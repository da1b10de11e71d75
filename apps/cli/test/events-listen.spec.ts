import { verifyWebhook } from '@carillon/client'
import { expect } from 'chai'
import { type CliHome, cliHome } from './cli-process.ts'
import { type Reply, type ScriptedService, scriptedService } from './scripted-service.ts'

const event = (id: string) => ({
  id,
  type: 'publish.published',
  object: { type: 'publish', id: 'p1' },
  data: { text: 'Grüße 🔔' },
})

describe('events listen', () => {
  let home: CliHome
  let service: ScriptedService
  let receiver: ScriptedService
  const pages: Readonly<Record<string, Reply>> = {
    now: { body: { events: [], cursor: 'c0', hasMore: false } },
    c0: { body: { events: [event('e1'), event('e2')], cursor: 'c1', hasMore: false } },
    c1: { body: { events: [event('e3')], cursor: 'c2', hasMore: false } },
    c2: { isHung: true },
  }

  beforeEach(async () => {
    home = await cliHome()
    let failures = 1
    service = await scriptedService(({ query }) => {
      const cursor = query.get('cursor') ?? ''
      if (cursor === 'c1' && failures-- > 0) return { isLost: true }
      return pages[cursor] ?? { status: 400, body: { error: { code: 'invalid_request', message: 'No cursor.' } } }
    })
    receiver = await scriptedService(() => ({ status: receiver.sent.length === 1 ? 500 : 204 }))
  })
  afterEach(async () => {
    service.close()
    receiver.close()
    await home.remove()
  })

  it('begins now, prints each event, and posts it signed, also after a receiver has rejected one', async () => {
    const ran = await home.run(['events', 'listen', '--count', '3', '--forward-to', `${receiver.url}/hooks?a=1`], {
      env: service.env,
    })
    expect(ran.code, ran.stderr).to.equal(0)
    const printed = ran.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).id)
    expect(printed).to.deep.equal(['e1', 'e2', 'e3'])
    const secret = /whsec_\S+/.exec(ran.stderr)?.[0] ?? ''
    expect(ran.stdout).to.not.contain(secret)
    const verified = []
    for (const { body, headers, query } of receiver.sent) {
      expect(query.get('a')).to.equal('1')
      verified.push(await verifyWebhook(body, headers, { secret }))
    }
    expect(verified).to.deep.equal([event('e1'), event('e2'), event('e3')])
    expect(ran.stderr).to.contain('publish.published e1: 500. It is not posted again.')
    expect(ran.stderr).to.contain('publish.published e3: 204\n')
  })

  it('goes on if nobody receives, and ends with Ctrl-C', async () => {
    receiver.close()
    let interrupt = () => {}
    const waiting = service.sent
    const watch = setInterval(() => {
      if (!waiting.some(({ query }) => query.get('cursor') === 'c2')) return
      // A second one would end it at once, as a failure.
      clearInterval(watch)
      interrupt()
    }, 20)
    const ran = await home.run(['events', 'listen', '--forward-to', receiver.url], {
      env: service.env,
      onStart: (child) => {
        interrupt = () => child.kill('SIGINT')
      },
    })
    clearInterval(watch)
    expect(ran.code, ran.stderr).to.equal(0)
    expect(ran.stdout.trimEnd().split('\n')).to.have.length(3)
    expect(ran.stderr).to.contain('e3: ECONNREFUSED')
  })

  it('forwards only to a URL with a scheme', async () => {
    const ran = await home.run(['events', 'listen', '--forward-to', 'localhost:3000'], { env: service.env })
    expect(ran.code).to.equal(2)
    expect(ran.stderr).to.contain('such as http://localhost:3000')
  })

  it('signs with the secret of the environment', async () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='
    const words = ['events', 'listen', '--cursor', 'c0', '--count', '1', '--forward-to', receiver.url]
    const ran = await home.run(words, { env: { ...service.env, CARILLON_WEBHOOK_SECRET: secret } })
    expect(ran.code, ran.stderr).to.equal(0)
    const [sent] = receiver.sent
    expect(await verifyWebhook(sent?.body ?? '', sent?.headers ?? {}, { secret })).to.deep.equal(event('e1'))
    const wrong = await home.run(words, { env: { ...service.env, CARILLON_WEBHOOK_SECRET: 'secret' } })
    expect(wrong.code).to.equal(2)
  })
})
