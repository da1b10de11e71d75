import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { operationIds, operationRow } from '@carillon/contract'
import { errorCodes } from '@carillon/errors'
import { expect } from 'chai'
import { connectClient } from '../mcp/mcp-client.ts'
import { startGateway, type TestGateway } from '../test-gateway.ts'

describe('the reference at /docs', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway()
  })
  after(() => gateway.close())
  const get = (path: string) => gateway.ask('GET', path, { authorization: null })

  it('has links and files of this origin alone, all of them there', async () => {
    const seen = new Map<string, string>()
    const read = async (path: string): Promise<void> => {
      if (seen.has(path)) return
      const { status, text } = await get(path)
      expect(status, path).to.equal(200)
      seen.set(path, text)
      if (!path.startsWith('/docs') || path.includes('.')) return
      for (const [, link = ''] of text.matchAll(/(?:src|href)="([^"]*)"/g)) {
        expect(link, path).to.match(/^[/#]/)
        const [page = '', anchor] = link.split('#')
        // The app, which is built with its first use.
        if (page.startsWith('/dashboard')) continue
        await read(page === '' ? path : page)
        const target = seen.get(page === '' ? path : page) ?? ''
        if (anchor) expect(target, `${path} → ${link}`).to.include(`id="${anchor}"`)
      }
    }
    await read('/docs')
    expect([...seen.keys()]).to.include.members(operationIds.map((id) => `/docs/operations/${id}`))
    expect([...seen.keys()]).to.include.members(['/docs/errors', '/docs/capabilities', '/docs/docs.js'])
    expect([...seen.keys()]).to.include('/docs/first-integration')
    expect([...seen.keys()]).to.include('/docs/runbooks')
    for (const [path, text] of seen) {
      const written = path.includes('.') ? [] : [...text.matchAll(/<p>(.*?)<\/p>/gs)].map(([, inner = '']) => inner)
      for (const paragraph of written) expect(paragraph, path).not.to.match(/(?<!\w)\*\w[^*<]*\*/)
    }
  })

  it('opens the first of several forms of a body', async () => {
    const { text } = await get('/docs/operations/posts.publish')
    const body = text.slice(text.indexOf('application/json'))
    const forms = [...body.matchAll(/<details class="variant"( open)?>/g)].map(([, open]) => open !== undefined)
    expect(forms[0]).to.equal(true)
    expect(forms[1]).to.equal(false)
  })

  it('says of every alert what it means and what to do, without the variables of Prometheus', async () => {
    const { text } = await get('/docs/runbooks')
    const page = readFileSync(join(import.meta.dirname, '../../../../docs/runbooks/network-failing.md'), 'utf8')
    expect(page).to.include('# NetworkFailing')
    expect(text).to.match(/id="network-failing"><h2><a href="#network-failing">NetworkFailing/)
    // Those to which the dashboard leads.
    for (const name of ['network-slow', 'unknown-writes', 'internal-errors', 'storage-failing']) {
      expect(text).to.include(`id="${name}"`)
    }
    expect(text).to.include('npm run admin -- write list --status unknown').and.to.not.include('{{')
  })

  it('has a twin in Markdown for every page, an index and one file of all', async () => {
    const { text: index } = await get('/llms.txt')
    const paths = [...index.matchAll(/\]\((\/[^)]*)\)/g)].map(([, path = '']) => path)
    expect(paths).to.include.members(operationIds.map((id) => `/docs/operations/${id}.md`))
    const { text: overview } = await get('/docs')
    const guides = [...overview.matchAll(/href="(\/docs(?:\/[\w-]+)?)"/g)].map(([, path]) => `${path}.md`)
    expect(guides).to.include.members(['/docs.md', '/docs/errors.md'])
    for (const path of new Set([...paths, ...guides, '/docs/operations.md'])) {
      const { status, text, headers } = await get(path)
      expect(status, path).to.equal(200)
      if (!path.endsWith('.md')) continue
      expect(headers.get('content-type'), path).to.match(/^text\/markdown/)
      expect(text, path).to.not.include('<!--')
      for (const [, link = ''] of text.matchAll(/\]\((\/(?!dashboard)[^)#]*)/g))
        expect((await get(link)).status, link).to.equal(200)
    }
    const { text: all } = await get('/llms-full.txt')
    for (const id of operationIds) expect(all).to.include(operationRow(id).summary)
    const { text } = await get('/docs/operations/comments.create.md')
    expect(text).to.include('### POST /api/v1/comments').and.to.include('Body for').and.to.include('parentId')
    expect((await get('/docs/operations/none.md')).status).to.equal(404)
  })

  it('has the entry of this installation for registries, and a skill that names tools that exist', async () => {
    const { body } = await get('/docs/server.json')
    expect(body['name']).to.match(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
    expect(body['remotes']).to.have.nested.property('[0].url', 'http://127.0.0.1/mcp')
    const { text } = await get('/docs/skill.md')
    const { client, close } = await connectClient(gateway)
    const { tools } = await client.listTools()
    await close()
    for (const { name } of tools) expect(text).to.include(`\`${name}\``)
  })

  it('labels the variants of a body by what distinguishes them', async () => {
    const labels = async (id: string) => {
      const { text } = await get(`/docs/operations/${id}`)
      return [...text.matchAll(/<summary>([^<]*)<\/summary>/g)].map(([, label]) => label)
    }
    expect(await labels('posts.publish')).to.include.members(['instagram', 'bluesky', 'With image', 'With reel'])
    const schedule = await labels('schedules.update')
    expect(schedule).to.include.members(['x', 'With publishAt, onLate']).and.not.to.include('With post')
  })

  it('runs no script and no style but its own files', async () => {
    for (const path of ['/docs', '/docs/errors', '/docs/operations/posts.publish']) {
      const { headers, text } = await get(path)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).to.include("script-src 'self'").and.to.include("require-trusted-types-for 'script'")
      expect(policy).to.not.match(/unsafe|data:|https?:/)
      expect(text)
        .to.not.match(/<script(?![^>]*\ssrc=)/)
        .and.not.to.match(/<style|\sstyle=|\son[a-z]+=/)
    }
  })

  it('begins with a request that needs nothing but a key', async () => {
    const { text } = await get('/docs')
    const [, path] = /aria-label="An example with curl">curl [^<]*?\/api\/v1([^<]*?)(?:'|&#39;)/.exec(text) ?? []
    const rows = operationIds.map(operationRow)
    const row = rows.find((each) => each.method === 'get' && each.path === path)
    expect(row?.profile, path).to.equal('none')
  })

  it('explains every error code under its own name', async () => {
    const { text } = await get('/docs/errors')
    for (const code of errorCodes) expect(text).to.include(`<section class="error" id="${code}">`)
  })

  it('has a page for each operation with its fields and a request that can be sent', async () => {
    for (const id of operationIds) {
      const { text } = await get(`/docs/operations/${id}`)
      const { method, path } = operationRow(id)
      expect(text, id).to.include(`data-method="${method.toUpperCase()}" data-path="/api/v1${path}"`)
      for (const [, name] of path.matchAll(/\{(\w+)\}/g)) expect(text, id).to.include(`data-name="${name}"`)
    }
    const { text } = await get('/docs/operations/posts.publish')
    expect(text).to.include('<option value="tiktok"').and.to.include('<code class="name">privacy_level</code>')
    expect((await get('/docs/operations/posts.nothing')).status).to.equal(404)
  })

  it('finds operations by their fields, and error codes', async () => {
    const found = JSON.parse((await get('/docs/search.json')).text) as { title: string; href: string; words: string }[]
    const byField = found.filter(({ words }) => words.includes('made_for_kids')).map(({ href }) => href)
    const posting = ['posts.publish', 'posts.validate', 'schedules.create', 'schedules.update']
    expect(byField).to.deep.equal(posting.map((id) => `/docs/operations/${id}`))
    expect(found.map(({ href }) => href)).to.include('/docs/errors#window_closed')
  })
})
