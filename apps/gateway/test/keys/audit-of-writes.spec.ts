import { isRead, type OperationId, operationIds, operationRow } from '@carillon/contract'
import { expect } from 'chai'
import { insertAccount } from '../installation.ts'
import { type Ask, startGateway, type TestGateway } from '../test-gateway.ts'
import { absent, leastRequest } from './least-requests.ts'

interface Stored {
  id: string
  request_id: string
  action: string
  status: number | null
}

/** How requests of an operation end, and whether a read that ends so has an entry. */
const endings = {
  done: { keys: 'key', readHasEntry: false },
  rejected: { keys: 'narrowKey', readHasEntry: true },
  invalid: { keys: 'key', readHasEntry: false },
} as const

/** From the contract: an operation that is added is covered. */
describe('the entries of the audit log', () => {
  let gateway: TestGateway
  let accounts: Readonly<Record<string, string>> = {}
  const keys = { key: '', narrowKey: '' }
  before(async () => {
    gateway = await startGateway({
      env: { REQUESTS_PER_MINUTE: '1000000', REQUESTS_PER_MINUTE_ORGANIZATION: '1000000' },
    })
    const { context, organizationId, profileId, key } = gateway.installation
    const whatsapp = await insertAccount(context, { organizationId, profileId, platform: 'whatsapp' })
    accounts = { ...gateway.installation.accounts, whatsapp }
    keys.key = key
    const real = await startGateway({ installation: gateway.installation, real: true })
    const json = { name: 'Nothing', scopes: ['usage:read'] }
    keys.narrowKey = String((await real.ask('POST', '/api/v1/keys', { json })).body['apiKey'])
    await real.close()
  })
  after(() => gateway.close())

  /** The entries of requests by their id, once that of a request sent after them is stored. */
  async function stored(): Promise<Stored[]> {
    const last = `last-${Math.random()}`
    await gateway.ask('DELETE', `/api/v1/keys/${absent}`, { headers: { 'x-request-id': last } })
    for (;;) {
      const { rows } = await gateway.installation.context.pool.query<Stored>(
        `select id, request_id, action, status from audit_open
         union all select id, request_id, action, status from audit_outbox`,
      )
      // An entry that has ended may be open still: it was opened while it was ended, and has one place in the chain.
      if (rows.some(({ request_id, status }) => request_id === last && status !== null))
        return [...new Map(rows.map((row) => [row.id, row])).values()]
    }
  }

  async function send(id: OperationId, ending: keyof typeof endings): Promise<number> {
    const { method, path, json } = leastRequest(id, { profileId: gateway.installation.profileId, accounts })
    const wrong = ending === 'invalid' ? { noSuchField: 1 } : {}
    const body: Ask = method === 'GET' ? {} : { json: { ...json, ...wrong } }
    const query = ending === 'invalid' && method === 'GET' ? `${path.includes('?') ? '&' : '?'}noSuchField=1` : ''
    const { status } = await gateway.ask(method, `${path}${query}`, {
      ...body,
      authorization: `Bearer ${keys[endings[ending].keys]}`,
      headers: { 'x-request-id': `${ending}.${id}` },
    })
    return status
  }

  for (const ending of Object.keys(endings) as (keyof typeof endings)[]) {
    it(`are one for each write and none for each read, where the request is ${ending}`, async () => {
      const statuses = new Map<OperationId, number>()
      for (const id of operationIds) statuses.set(id, await send(id, ending))
      const rows = await stored()
      for (const id of operationIds) {
        const { scope } = operationRow(id)
        const entries = rows.filter(({ request_id }) => request_id === `${ending}.${id}`)
        const isDenied = ending === 'rejected' && scope !== null && scope !== 'usage:read'
        const hasEntry = !isRead(operationRow(id)) || (isDenied && endings[ending].readHasEntry)
        const seen = entries.map(({ action, status }) => ({ action, status }))
        const wanted = hasEntry ? [{ action: id, status: statuses.get(id) }] : []
        expect(seen, `${id}, ${ending}`).to.deep.equal(wanted)
      }
    })
  }

  it('are one for each change of an upload, by each of its methods', async () => {
    const real = await startGateway({ installation: gateway.installation, real: true })
    const tus = { 'Tus-Resumable': '1.0.0' }
    const ask = (requestId: string, method: string, path: string, more: Record<string, string>, body?: string) =>
      real.ask(method, path, { headers: { ...tus, 'x-request-id': requestId, ...more }, ...(body && { body }) })
    const created = await ask('tus.create', 'POST', '/api/v1/uploads', { 'Upload-Length': '3' })
    const path = created.headers.get('location') ?? ''
    const piece = { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' }
    await ask('tus.head', 'HEAD', path, {})
    await ask('tus.append', 'PATCH', path, piece, 'abc')
    await ask('tus.override', 'POST', path, { 'X-HTTP-Method-Override': 'DELETE' })
    const rows = await stored()
    await real.close()
    const actions = (requestId: string) =>
      rows.filter((row) => row.request_id === requestId).map(({ action }) => action)
    expect(actions('tus.create')).to.deep.equal(['uploads.create'])
    expect(actions('tus.head')).to.deep.equal([])
    expect(actions('tus.append')).to.deep.equal(['uploads.append'])
    expect(actions('tus.override')).to.deep.equal(['uploads.override'])
  })
})
