import { expect } from 'chai'
import { startSandbox } from '../../src/sandbox.ts'
import { allTests } from '../fixture.ts'
import { testNetwork } from './test-network.ts'

describe('the start page', () => {
  const sandbox = allTests(() => startSandbox({ networks: [testNetwork] }))

  before(async () => {
    for (let note = 1; note <= 23; note += 1) {
      await fetch(`${sandbox.url}/notes/notes`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text: `note ${note} <script>alert(1)</script>` }),
      })
    }
  })

  async function page(query: string): Promise<{ text: string; headers: Headers }> {
    const response = await fetch(`${sandbox.url}/${query}`)
    expect(response.status).to.equal(200)
    return { text: await response.text(), headers: response.headers }
  }
  const notesIn = (text: string) => [...text.matchAll(/>note (\d+) /g)].map(([, number]) => Number(number))

  it('shows posts page by page, the newest first', async () => {
    expect(notesIn((await page('')).text)).to.deep.equal([23, 22, 21, 20, 19, 18, 17, 16, 15, 14])
    expect(notesIn((await page('?network=notes&view=feed&page=3')).text)).to.deep.equal([3, 2, 1])
    expect(notesIn((await page('?page=99')).text), 'beyond the last page').to.deep.equal([3, 2, 1])
  })

  it('shows what was written as text, under a policy without inline scripts and styles', async () => {
    const { text, headers } = await page('')
    expect(text).to.include('&lt;script&gt;alert(1)&lt;/script&gt;').and.not.to.include('<script>alert')
    expect(text)
      .to.not.match(/<script(?![^>]*\ssrc=)/)
      .and.not.to.match(/<style|\sstyle=|\son[a-z]+=/)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).to.include("default-src 'none'").and.include("script-src 'self'").and.not.include('unsafe')
  })

  it('has a view of each kind for what a network holds, and no other', async () => {
    const { text } = await page('')
    const views = [...text.matchAll(/href="\/\?network=notes&amp;view=(\w+)"/g)].map(([, view]) => view)
    expect(new Set(views)).to.deep.equal(new Set(['feed', 'people', 'faults', 'calls', 'acts']))
    for (const view of views) await page(`?network=notes&view=${view}`)
  })

  it('lists faults that wait, and calls, the newest first', async () => {
    await fetch(`${sandbox.url}/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ network: 'notes', fault: 'unavailable', operation: 'notes.list', times: 2 }),
    })
    expect((await page('?view=faults')).text).to.include('operation notes.list, times 2')
    await fetch(`${sandbox.url}/notes/notes`)
    const calls = (await page('?view=calls')).text
    expect(calls.indexOf('notes.list')).to.be.above(0).and.below(calls.indexOf('notes.create'))
    expect(calls).to.include('fault unavailable')
  })

  it('serves its own files', async () => {
    for (const name of ['page.js', 'page.css', 'icon.svg'])
      expect((await fetch(`${sandbox.url}/start-page/${name}`)).status, name).to.equal(200)
  })
})
