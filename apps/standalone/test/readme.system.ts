import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childEnv, freshDatabase } from '@carillon/testkit'
import { expect } from 'chai'
import { anyPort } from '../src/free-port.ts'
import { type Standalone, startStandalone } from '../src/standalone.ts'
import { codeBlocks, jsonLines as objectsIn, runBlocks } from './first-post/shell-blocks.ts'

const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8')

function section(title: string): string {
  return readme.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? ''
}

describe('README.md', function () {
  this.timeout(600_000)
  const titles = [
    'Publish your first post',
    'Read and reply to comments',
    'Send a WhatsApp template',
    'Read reports and ads',
    'Receive events',
  ]
  const blocks = titles.flatMap((title) => codeBlocks(section(title), 'sh'))
  const text = 'Good morning @grace.test 🔔 https://example.com/bells #carillon'
  let dir: string
  let fresh: Awaited<ReturnType<typeof freshDatabase>>
  let standalone: Standalone
  let printed: string[]

  const jsonLines = (index: number) => objectsIn(printed[index])

  before(async () => {
    ;[dir, fresh] = await Promise.all([mkdtemp(join(tmpdir(), 'carillon-readme-')), freshDatabase()])
    standalone = await startStandalone({
      dataDir: join(dir, '.carillon'),
      databaseUrl: fresh.url,
      gatewayPort: anyPort,
      sandboxPort: anyPort,
      env: { ...process.env, ...childEnv, LOG_LEVEL: 'silent', SANDBOX_SEED: '1', PUBLISH_WAIT_MS: '600000' },
    })
    // A server that starts with its first use takes longer on a busy machine than a call to a network may take.
    await fetch(`${standalone.report().sandboxUrl}/state/bluesky`)
    // The folder in which the README is read has the packages of the workspace.
    await symlink(join(import.meta.dirname, '../../../node_modules'), join(dir, 'node_modules'))
    printed = await runBlocks(blocks, { cwd: dir })
  })
  after(async () => {
    await standalone.stop()
    await fresh.drop()
    await rm(dir, { recursive: true, force: true })
  })

  it('has every call it shows in the part that is run here', () => {
    expect(codeBlocks(readme, 'sh').filter((block) => block.includes('curl'))).to.deep.equal(
      blocks.filter((block) => block.includes('curl')),
    )
    expect(blocks).to.have.length(18)
  })

  it('connects an account through its server', () => {
    const [started] = jsonLines(1)
    expect(started).to.include({ platform: 'bluesky', status: 'pending' })
    const [consent, session] = jsonLines(2)
    expect(consent.status).to.equal(200)
    expect(session).to.include({ status: 'completed', error: null })
    expect(session.accountIds).to.have.length(1)
  })

  it('publishes, reads the status and lists the post', () => {
    const [published] = jsonLines(3)
    expect(published).to.include({ platform: 'bluesky', status: 'published' })
    const [status, list] = jsonLines(4)
    expect(status).to.include({ publishId: published.publishId, status: 'published' })
    expect(status.attempts.map(({ outcome }: { outcome: string }) => outcome)).to.deep.equal(['succeeded'])
    expect(list.status).to.equal('complete')
    expect(list.posts[0]).to.include({ providerId: published.postIds[0], text })
  })

  it('links to pages that exist', async () => {
    const pages = (printed[5] ?? '').split('\n')
    expect(pages).to.have.length(2)
    const [sandboxPage = ''] = await Promise.all(pages.map(async (page) => (await fetch(page)).text()))
    expect(sandboxPage).to.contain('Good morning @grace.test')
    for (const page of pages) expect((await fetch(page)).status, page).to.equal(200)
  })

  it('ends with the record as the server of Bluesky holds it: text, facets, image and alt text', async () => {
    const [{ uri, value }] = jsonLines(6)
    expect(jsonLines(3)[0].postIds).to.deep.equal([uri])
    expect(value).to.include({ $type: 'app.bsky.feed.post', text })
    const bytes = Buffer.from(text)
    const facets = value.facets.map(
      (facet: { index: { byteStart: number; byteEnd: number }; features: { $type: string }[] }) => [
        bytes.subarray(facet.index.byteStart, facet.index.byteEnd).toString(),
        facet.features[0]?.$type,
      ],
    )
    expect(facets).to.have.deep.members([
      ['@grace.test', 'app.bsky.richtext.facet#mention'],
      ['https://example.com/bells', 'app.bsky.richtext.facet#link'],
      ['#carillon', 'app.bsky.richtext.facet#tag'],
    ])
    const [image] = value.embed.images
    expect(image).to.deep.include({ alt: 'Two bell towers', aspectRatio: { width: 1200, height: 800 } })
    const server = new URL(jsonLines(1)[0].authorizationUrl).origin
    const query = new URLSearchParams({ did: uri.split('/')[2], cid: image.image.ref.$link })
    const blob = await fetch(`${server}/xrpc/com.atproto.sync.getBlob?${query}`)
    const held = Buffer.from(await blob.arrayBuffer())
    expect([blob.status, blob.headers.get('content-type')]).to.deep.equal([200, 'image/jpeg'])
    expect(held).to.have.length(image.image.size)
    const response = await fetch(`${standalone.report().sandboxUrl}/state/bluesky`)
    const { posts } = (await response.json()) as { posts: { id: string; media: { sha256: string }[] }[] }
    expect(posts.find(({ id }) => id === uri)?.media[0]?.sha256).to.equal(
      createHash('sha256').update(held).digest('hex'),
    )
  })

  it('reads, replies to, likes and deletes comments', () => {
    const [before, liked, after] = jsonLines(8)
    const { id } = liked.comment
    const told = (list: { comments: { id: string }[] }) => list.comments.find((comment) => comment.id === id)
    expect(told(before)).to.include({ body: 'Do you open on Sunday?', liked: false, isCreator: false })
    expect(liked.comment).to.include({ liked: true })
    expect(told(after)).to.include({ liked: true })
    expect(after).to.include({ platform: 'tiktok', complete: true })
    expect(after.comments.filter(({ body }: { body: string }) => body === 'From eight.')).to.deep.equal([])
  })

  it('signs a number up, sends a template and lists what became of it', () => {
    const [consent, account] = jsonLines(9)
    expect(consent.status).to.equal(200)
    expect(account).to.deep.include({ platform: 'whatsapp', setup: { state: 'ready', missing: [] } })
    const [sent] = jsonLines(10)
    expect(sent).to.include({ type: 'template', status: 'sent' })
    const [list = '', page = ''] = (printed[11] ?? '').split('\n')
    const { messages } = JSON.parse(list)
    expect(messages.find(({ id }: { id: string }) => id === sent.id)?.status).to.equal('read')
    expect(messages.find(({ direction }: { direction: string }) => direction === 'inbound')).to.include({
      body: 'Is it on its way?',
      status: 'received',
    })
    expect(page).to.match(/\?network=whatsapp$/)
  })

  it('reads the figures of a Page, and the campaigns, insights and leads of its user', () => {
    const [consent, report] = jsonLines(12)
    expect(consent.status).to.equal(200)
    expect(report).to.include({ platform: 'facebook', insightsUnavailable: null })
    expect(report.insights.periodDays).to.equal(28)
    const [tree, insights, leads] = jsonLines(13)
    expect(tree.complete).to.equal(true)
    expect(tree.campaigns).to.not.have.length(0)
    expect(insights).to.include({ adAccountId: tree.adAccountId, level: 'account' })
    expect(insights.rows).to.not.have.length(0)
    expect(leads.forms).to.not.have.length(0)
  })

  it('receives a test and the event of a publish, which a library of others verifies', async () => {
    const page = await fetch(printed[14] ?? '')
    expect(page.status).to.equal(200)
    expect(await page.text()).to.contain('publish.published')
    const [test, published, { deliveries }] = jsonLines(15)
    expect(test.deliveryId).to.be.a('string')
    const verified = jsonLines(16)
    expect(verified).to.have.length(deliveries.length)
    const types = verified.map(({ type }) => type)
    expect(types).to.include.members(['ping', 'publish.published'])
    const event = verified.find(({ type }) => type === 'publish.published')
    expect(event.object).to.deep.equal({ type: 'publish', id: published.publishId })
    const [feed] = jsonLines(17)
    expect(feed.events).to.have.length(2)
    expect(feed.cursor).to.be.a('string')
  })
})
