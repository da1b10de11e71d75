import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { type SnippetLanguage, snippet } from '../app/ui/snippets.ts'

const run = promisify(execFile)
const programs: Readonly<Record<SnippetLanguage, (code: string) => [program: string, args: string[]]>> = {
  curl: (code) => ['sh', ['-c', code]],
  TypeScript: (code) => [process.execPath, ['--input-type=module-typescript', '-e', code]],
  Python: (code) => ['python3', ['-c', code]],
}

describe('a request that is copied as a program', () => {
  const body = { text: 'It\'s "bread" \\ $HOME `x` ö\n', count: 2, isDraft: false, none: null }
  let server: Server
  let received: { method?: string | undefined; key?: string | undefined; body: string }[] = []
  before(async () => {
    server = createServer(async (req, res) => {
      received.push({ method: req.method, key: req.headers.authorization, body: await text(req) })
      res.writeHead(200, { 'content-type': 'application/json' }).end('{"isThere":true}')
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  })
  after(() => server.close())

  for (const language of ['curl', 'TypeScript', 'Python'] as const) {
    it(`runs and sends the same: ${language}`, async () => {
      received = []
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/posts?limit=1&status=failed`
      for (const request of [{ method: 'GET', url } as const, { method: 'POST', url, body } as const]) {
        const [program, args] = programs[language](snippet(language, request))
        const { stdout } = await run(program, args, { env: { ...process.env, CARILLON_API_KEY: 'the-key' } })
        expect(stdout).to.match(/isThere/)
      }
      const [read, written] = received
      expect(read).to.deep.equal({ method: 'GET', key: 'Bearer the-key', body: '' })
      expect(written).to.include({ method: 'POST', key: 'Bearer the-key' })
      expect(JSON.parse(written?.body ?? '')).to.deep.equal(body)
    })
  }
})
