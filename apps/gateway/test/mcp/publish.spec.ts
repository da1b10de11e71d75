import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { Service } from '../../src/service.ts'
import { startGateway, type TestGateway } from '../test-gateway.ts'
import { type ConnectOptions, connectClient, type ToolReply } from './mcp-client.ts'

interface Checked {
  requestId: string
  confirm: string
}

/** A validation queries the network, which these tests do not have. */
function withoutNetwork({ useCases }: Service): Partial<Service> {
  const body = {
    ...{ valid: true, problems: [], media: [], unchecked: [], charges: [] },
    preview: { text: null, facets: [] },
  }
  return { useCases: { ...useCases, 'posts.validate': async () => ({ status: 200, body }) } }
}

describe('publish_post', () => {
  let gateway: TestGateway
  let mcp: Awaited<ReturnType<typeof connectClient>>
  before(async () => {
    const env = { PUBLISH_WAIT_MS: '0', REQUESTS_PER_MINUTE: '100000' }
    gateway = await startGateway({ real: true, env, replace: withoutNetwork })
    mcp = await connectClient(gateway)
  })
  after(async () => {
    await mcp.close()
    await gateway.close()
  })

  const sql = (text: string, values: unknown[] = []) => gateway.installation.context.pool.query(text, values)
  const text = 'Fresh bread at seven.'
  const check = async (): Promise<Checked> => {
    const accountId = gateway.installation.accounts.bluesky
    const { facts } = await mcp.call('check_post', { platform: 'bluesky', accountId, post: { text } })
    expect(facts).to.deep.include({ valid: true, problems: [] })
    return facts as unknown as Checked
  }
  const publishesOf = async (requestId: string): Promise<number> =>
    (await sql('select count(*)::int as n from external_write where request_id = $1', [requestId])).rows[0].n
  const publishIn = ({ facts }: ToolReply) => facts['publish'] as Record<string, unknown>
  const messageOf = ({ facts }: ToolReply) => (facts['error'] as { message: string }).message
  const withClient = async <T>(options: ConnectOptions, work: (client: typeof mcp) => Promise<T>): Promise<T> => {
    const client = await connectClient(gateway, options)
    try {
      return await work(client)
    } finally {
      await client.close()
    }
  }

  it('publishes what was checked, once, however often it is called', async () => {
    const { requestId, confirm } = await check()
    const first = await mcp.call('publish_post', { requestId, confirm })
    expect(publishIn(first)).to.deep.include({ requestId, status: 'processing', text })
    // Neither the code nor a question is needed for what is published already.
    const second = await mcp.call('publish_post', { requestId: requestId.toUpperCase() })
    expect(publishIn(second)).to.deep.equal(publishIn(first))
    expect(await publishesOf(requestId)).to.equal(1)
  })

  it('publishes once if it is called several times at once', async () => {
    const { requestId, confirm } = await check()
    const calls = Array.from({ length: 8 }, () => mcp.call('publish_post', { requestId, confirm }))
    const ids = (await Promise.all(calls)).map((reply) => publishIn(reply)['publishId'])
    expect(new Set(ids).size).to.equal(1)
    expect(await publishesOf(requestId)).to.equal(1)
  })

  it('stores what was checked encrypted, and forgets it once it is published', async () => {
    const { requestId, confirm } = await check()
    const payload = async (): Promise<Buffer | null> =>
      (await sql('select payload from tool_write where request_id = $1', [requestId])).rows[0].payload
    expect((await payload())?.includes(text)).to.equal(false)
    await mcp.call('publish_post', { requestId, confirm })
    expect(await payload()).to.equal(null)
  })

  it('needs the code of check_post if the client cannot ask the user', async () => {
    const { requestId } = await check()
    for (const confirm of [undefined, 'abcdef01']) {
      const reply = await mcp.call('publish_post', { requestId, ...(confirm && { confirm }) })
      expect(reply.isError).to.equal(true)
      expect(messageOf(reply)).to.match(/^confirm: Show the preview/)
    }
    expect(await publishesOf(requestId)).to.equal(0)
  })

  it('asks the user where the client can; what was declined can still be published', async () => {
    const { requestId } = await check()
    const asked: string[] = []
    const answers = ['decline', 'accept'] as const
    const decide = (message: string) => answers[asked.push(message) - 1] ?? 'decline'
    await withClient({ decide }, async ({ call }) => {
      const declined = await call('publish_post', { requestId })
      expect([declined.isError, declined.facts['published']]).to.deep.equal([true, false])
      expect(await publishesOf(requestId)).to.equal(0)
      expect(publishIn(await call('publish_post', { requestId }))).to.deep.include({ requestId, text })
    })
    expect(asked[0]).to.contain(text)
  })

  it('belongs to its key, and ends after 15 minutes', async () => {
    const { requestId, confirm } = await check()
    await withClient({ key: gateway.installation.boundKey }, async ({ call }) => {
      expect(messageOf(await call('publish_post', { requestId, confirm }))).to.contain('requestId: is unknown')
    })
    await sql("update tool_write set expires_at = now() - interval '1 second' where request_id = $1", [requestId])
    expect(messageOf(await mcp.call('publish_post', { requestId, confirm }))).to.contain('nothing was published')
    expect(await publishesOf(requestId)).to.equal(0)
  })

  it('after a call that was cut off before it stored anything, waits for its deadline and publishes', async () => {
    const { requestId, confirm } = await check()
    const claim = "update tool_write set claims = 1, claimed_until = clock_timestamp() + interval '1 second'"
    await sql(`${claim} where request_id = $1`, [requestId])
    const reply = await mcp.call('publish_post', { requestId, confirm })
    expect(publishIn(reply)).to.deep.include({ requestId })
    expect(await publishesOf(requestId)).to.equal(1)
  })

  it('counts against the budgets of the key; a rejected call leaves the id usable', async () => {
    const created = await gateway.ask('POST', '/api/v1/keys', {
      json: { name: 'few', budgets: { publishesPerDay: 0 } },
    })
    await withClient({ key: String(created.body['apiKey']) }, async ({ call }) => {
      const accountId = gateway.installation.accounts.bluesky
      const { facts } = await call('check_post', { platform: 'bluesky', accountId, post: { text } })
      const { requestId, confirm } = facts as unknown as Checked
      const rejected = await call('publish_post', { requestId, confirm })
      expect((rejected.facts['error'] as { code: string }).code).to.equal('budget_exhausted')
      const { rows } = await sql('select claimed_until, payload from tool_write where request_id = $1', [requestId])
      expect(rows[0].claimed_until).to.equal(null)
      expect(rows[0].payload).to.be.instanceOf(Buffer)
    })
  })

  it('writes the entries of the operations in the audit log', async () => {
    const { requestId, confirm } = await check()
    await mcp.call('publish_post', { requestId, confirm })
    let entries: Record<string, unknown>[] = []
    while (entries.length === 0) {
      const { body } = await gateway.ask('GET', '/api/v1/audit-log?action=posts.publish')
      entries = (body['entries'] as typeof entries).filter((entry) => entry['requestId'] === requestId)
    }
    expect(entries[0]).to.deep.include({ action: 'posts.publish', requestId })
    expect(entries[0]?.['actor']).to.deep.include({ type: 'key', id: gateway.installation.keyId })
  })

  it('keeps at most 100 checked posts of a key', async () => {
    const { keyId } = gateway.installation
    await sql(
      `insert into tool_write (key_id, request_id, tool, fingerprint, payload, created_at, expires_at)
       select $1, gen_random_uuid(), 'publish_post', '', '', now(), now() + interval '1 minute' from generate_series(1, 120)`,
      [keyId],
    )
    await check()
    const { rows } = await sql(
      'select count(*)::int as n from tool_write where key_id = $1 and payload is not null and claimed_until is null',
      [keyId],
    )
    expect(rows[0].n).to.equal(100)
  })
})

describe('reply_to_comment and send_message', () => {
  let gateway: TestGateway
  let mcp: Awaited<ReturnType<typeof connectClient>>
  before(async () => {
    gateway = await startGateway({ env: { REQUESTS_PER_MINUTE: '100000' } })
    mcp = await connectClient(gateway)
  })
  after(async () => {
    await mcp.close()
    await gateway.close()
  })

  it('require a request id, which names one text', async () => {
    const accountId = gateway.installation.accounts.facebook
    const reply = { platform: 'facebook', accountId, parentId: '1_2', message: 'From eight.' }
    const without = await mcp.call('reply_to_comment', reply)
    expect((without.facts['error'] as { message: string }).message).to.contain('requestId')
    const requestId = randomUUID()
    await mcp.call('reply_to_comment', { ...reply, requestId })
    const other = await mcp.call('reply_to_comment', { ...reply, message: 'From nine.', requestId })
    expect((other.facts['error'] as { message: string }).message).to.contain('was used for something else')
    const create = gateway.calls.filter(({ id }) => id === 'comments.create')
    expect(create).to.have.length(1)
    expect(create[0]).to.deep.include({ requestId })
  })
})
