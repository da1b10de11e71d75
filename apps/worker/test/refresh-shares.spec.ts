import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { addJob, insertExternalWrite, readExternalWrite, replaceCredential, upsertAccount } from '@carillon/database'
import { type Context, createOrganization } from '@carillon/service'
import { expect } from 'chai'
import { startWorker, type Worker } from '../src/index.ts'
import { openTestContext, type TestContext } from './test-context.ts'

type Platform = 'tiktok' | 'x'

describe('a worker while refreshes of one network hang', () => {
  let test: TestContext
  let context: Context
  let worker: Worker
  let organizationId: string
  let profileId: string
  let hanging = 0
  const { promise: end, resolve: letGo } = Promise.withResolvers<void>()

  const ports = (platform: Platform) => ({
    credentials: { parse: (stored: object) => stored },
    connect: {
      async refresh(_call: unknown, credentials: object) {
        if (platform === 'tiktok') {
          hanging++
          await end
        }
        return { credentials, tokenExpiresAt: new Date(Date.now() + 3_600_000) }
      },
    },
    publish: {
      settling: { seconds: 1, maxProbes: 1, probeIntervalSeconds: 1 },
      begin: () => ({}),
      advance: async () => ({ kind: 'done', result: { postIds: ['p'], permalink: null } }),
    },
  })
  before(async () => {
    test = await openTestContext(() => ({ WORKER_CONCURRENCY: '4' }))
    context = test.context
    const real = context.registry
    context.registry = {
      async adapter(platform) {
        const adapter = await real.adapter(platform)
        return platform === 'tiktok' || platform === 'x' ? Object.assign({ ...adapter }, ports(platform)) : adapter
      },
    }
    const organization = await createOrganization(context, { name: 'o' })
    organizationId = organization.organizationId
    profileId = organization.defaultProfileId
    worker = await startWorker(context, { onLost: () => {} })
  })
  after(async () => {
    letGo()
    await worker.close()
    await test.close()
  })

  /** A publish of an account whose token has expired. */
  async function publish(platform: Platform): Promise<string> {
    const { db } = context
    const now = new Date()
    const owner = { organizationId, profileId, platform }
    const accountId = await upsertAccount(db, {
      ...owner,
      id: randomUUIDv7(),
      providerId: randomUUIDv7(),
      displayIdentifier: null,
      displayName: null,
      avatarUrl: null,
      authMethod: null,
      status: 'connected',
      scopes: [],
      missingScopes: [],
      connectedAt: now,
      updatedAt: now,
    })
    const ciphertext = context.encryption.encrypt({ table: 'credential', row: accountId, column: 'sealed' }, {})
    await replaceCredential(db, { accountId, ciphertext, expiresAt: new Date(0), refreshedAt: now })
    const write = { ...owner, id: randomUUIDv7(), kind: 'publish', accountId, requestId: 'r', state: '{}' }
    await insertExternalWrite(db, { ...write, payload: '{"text":"hello"}', createdAt: now, wakeAt: now })
    await addJob(db, 'write.run', { writeId: write.id }, { key: `write:${write.id}` })
    return write.id
  }

  it('publishes on the others', async () => {
    const stuck = await Promise.all(Array.from({ length: 12 }, () => publish('tiktok')))
    while (hanging === 0) await sleep(10)
    const well = await publish('x')
    while ((await readExternalWrite(context.db, well))?.status === 'processing') await sleep(10)
    expect((await readExternalWrite(context.db, well))?.status).to.equal('succeeded')
    const rows = await Promise.all(stuck.map((id) => readExternalWrite(context.db, id)))
    expect(new Set(rows.map((row) => row?.status))).to.deep.equal(new Set(['processing']))
    expect(hanging).to.equal(1)
  })
})
