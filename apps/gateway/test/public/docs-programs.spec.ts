import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { expect } from 'chai'

const run = promisify(execFile)

interface Call {
  method: string
  url: string
  headers: Record<string, string>
  body?: string
}

const runners: Readonly<Record<string, (code: string) => [program: string, args: string[]]>> = {
  curl: (code) => ['sh', ['-c', code]],
  TypeScript: (code) => [process.execPath, ['--input-type=module-typescript', '-e', code]],
  Python: (code) => ['python3', ['-c', code]],
}

describe('the programs of /docs', () => {
  const script = new URL('../../src/public/docs/browser/snippets.js', import.meta.url)
  const body = JSON.stringify({ text: 'It\'s "bread" \\ $HOME `x` ö\n', isDraft: false, none: null })
  let languages: Record<string, (call: Call) => string>
  let server: Server
  let received: { method?: string | undefined; headers: NodeJS.Dict<string | string[]>; body: string }[] = []
  before(async () => {
    ;({ languages } = await import(script.href))
    server = createServer(async (req, res) => {
      received.push({ method: req.method, headers: req.headers, body: await text(req) })
      res.writeHead(200, { 'content-type': 'application/json' }).end('{"isThere":true}')
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  })
  after(() => server.close())

  for (const [name, runner] of Object.entries(runners)) {
    it(`send what the page would send: ${name}`, async () => {
      received = []
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/posts?limit=1&status=failed`
      const calls: Call[] = [
        { method: 'GET', url, headers: { 'Idempotency-Key': "it's" } },
        { method: 'POST', url, headers: { 'Content-Type': 'application/json' }, body },
      ]
      for (const call of calls) {
        const [program, args] = runner(languages[name]?.(call) ?? '')
        const { stdout } = await run(program, args, { env: { ...process.env, CARILLON_KEY: 'the-key' } })
        expect(stdout).to.match(/isThere/)
      }
      const [read, written] = received
      expect(read?.method).to.equal('GET')
      expect(read?.headers).to.include({ 'idempotency-key': "it's", authorization: 'Bearer the-key' })
      expect(written?.headers).to.include({ 'content-type': 'application/json', authorization: 'Bearer the-key' })
      expect(JSON.parse(written?.body ?? '')).to.deep.equal(JSON.parse(body))
    })
  }

  it('are offered in these languages', () => {
    expect(Object.keys(languages)).to.deep.equal(Object.keys(runners))
  })
})
