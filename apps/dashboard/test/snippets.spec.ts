import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
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
  const upload = 'application/vnd.carillon.upload'
  const form = [
    { name: 'message', value: body.text.trim() },
    { name: 'image', value: 'an-id', file: { type: upload, name: 'bread; "rye".jpg' } },
  ]
  let server: Server
  let received: { method?: string | undefined; key?: string | undefined; type: string; body: Buffer }[] = []
  before(async () => {
    server = createServer(async (req, res) => {
      const { authorization: key, 'content-type': type = '' } = req.headers
      received.push({ method: req.method, key, type, body: await buffer(req) })
      res.writeHead(200, { 'content-type': 'application/json' }).end('{"isThere":true}')
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  })
  after(() => server.close())

  for (const language of ['curl', 'TypeScript', 'Python'] as const) {
    it(`runs and sends the same: ${language}`, async () => {
      received = []
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/posts?limit=1&status=failed`
      const post = { method: 'POST', url } as const
      for (const request of [{ method: 'GET', url } as const, { ...post, body }, { ...post, form }]) {
        const [program, args] = programs[language](snippet(language, request))
        const { stdout } = await run(program, args, { env: { ...process.env, CARILLON_API_KEY: 'the-key' } })
        expect(stdout).to.match(/isThere/)
      }
      const [read, written, filled] = received
      expect(read).to.include({ method: 'GET', key: 'Bearer the-key', type: '' })
      expect(read?.body).to.have.length(0)
      expect(written).to.include({ method: 'POST', key: 'Bearer the-key', type: 'application/json' })
      expect(JSON.parse(String(written?.body))).to.deep.equal(body)
      const headers = { 'content-type': filled?.type ?? '' }
      const sent = await new Response(new Uint8Array(filled?.body ?? []), { headers }).formData()
      expect(sent.get('message')).to.equal(body.text.trim())
      const image = sent.get('image')
      if (!(image instanceof File)) throw new Error('The image is not a file.')
      expect([image.name, image.type, await image.text()]).to.deep.equal(['bread; "rye".jpg', upload, 'an-id'])
    })
  }
})
