import { randomBytes, randomUUIDv7 } from 'node:crypto'
import {
  changeExternalWrite,
  insertExternalWrite,
  originIsAllowed,
  readExternalWrite,
  type WriteStatus,
} from '@carillon/database'
import type { AppCall } from '@carillon/providers'
import { expect } from 'chai'
import {
  allowOrigin,
  createOrganization,
  denyOrigin,
  doctor,
  listWrites,
  resolveWrite,
  setCard,
} from '../../src/index.ts'
import { ask, bodyOf, rejection } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'
import { type FileServer, serveFiles } from '../publishing/file-server.ts'
import { withPorts } from '../with-ports.ts'

const absent = '0199d1b2-ffff-7000-8000-000000000000'

describe('the operator', () => {
  let harness: Harness
  let gateway: FileServer
  before(async () => {
    gateway = await serveFiles({ '/healthz': '{}' })
    harness = await startHarness({}, { PUBLIC_URL: gateway.origin })
  })
  after(async () => {
    await harness.close()
    await gateway.close()
  })

  async function publish(status: WriteStatus, { kind = 'publish', payload = {} } = {}): Promise<string> {
    const id = randomUUIDv7()
    const { db } = harness.context
    const now = new Date()
    const row = await insertExternalWrite(db, {
      id,
      kind,
      organizationId: harness.organizationId,
      profileId: harness.profileId,
      accountId: absent,
      platform: 'bluesky',
      requestId: 'asked-by-caller',
      payload: JSON.stringify(payload),
      state: '{}',
      wakeAt: now,
      createdAt: now,
    })
    const error = JSON.stringify({ code: 'provider_error', message: 'Nobody knows.', status: 502 })
    await changeExternalWrite(db, row, { status, wakeAt: null, ...(status === 'unknown' && { error }) })
    return id
  }

  it('creates organizations with a default profile each', async () => {
    const { organizationId, defaultProfileId } = await createOrganization(harness.context, { name: 'Ærø' })
    const response = await ask(harness.context, 'profiles.list', { scope: { organizationId, profileId: null } })
    expect(bodyOf(response).profiles).to.have.length(1)
    expect(bodyOf(response).profiles[0]).to.include({ id: defaultProfileId, isDefault: true })
  })

  describe('allows origins', () => {
    const { organizationId } = { organizationId: () => harness.organizationId }

    it('as they are compared, once', async () => {
      for (const origin of ['https://app.example.com', 'https://app.example.com/', 'https://app.example.com']) {
        expect(await allowOrigin(harness.context, { organizationId: organizationId(), origin })).to.deep.equal({
          organizationId: organizationId(),
          origin: 'https://app.example.com',
        })
      }
      const held = { organizationId: organizationId(), origin: 'https://app.example.com' }
      expect(await originIsAllowed(harness.context.db, held)).to.equal(true)
    })

    for (const origin of [
      '',
      'app.example.com',
      'https://app.example.com/path',
      'https://*.example.com',
      'ftp://a.example',
      'http://app.example.com',
      'https://a.example,https://b.example',
      'javascript:alert(1)',
      'https://u@a.example',
    ]) {
      it(`but not "${origin}"`, async () => {
        const error = await rejection(allowOrigin(harness.context, { organizationId: organizationId(), origin }))
        expect(error.code).to.equal('invalid_request')
      })
    }

    it('until they are denied, and says so when there is nothing to deny', async () => {
      const origin = 'https://leaving.example.com'
      const wanted = { organizationId: organizationId(), origin }
      await allowOrigin(harness.context, wanted)
      expect(await denyOrigin(harness.context, { ...wanted, origin: `${origin}/` })).to.deep.equal({
        ...wanted,
        denied: true,
      })
      expect(await originIsAllowed(harness.context.db, { organizationId: organizationId(), origin })).to.equal(false)
      const error = await rejection(denyOrigin(harness.context, wanted))
      expect([error.code, error.message]).to.deep.equal([
        'invalid_request',
        `${origin} is not allowed; list the allowed origins with: origin list --organization O`,
      ])
    })

    it('which are denied as they were allowed, not by another URL', async () => {
      const wanted = { organizationId: organizationId(), origin: 'https://staying.example.com' }
      await allowOrigin(harness.context, wanted)
      for (const origin of ['localhost:3000', 'https://Staying.example.com', 'https://staying.example.com/path']) {
        const { message } = await rejection(denyOrigin(harness.context, { ...wanted, origin }))
        expect(message).to.equal(
          `${origin} is not allowed; list the allowed origins with: origin list --organization O`,
        )
      }
      expect(await originIsAllowed(harness.context.db, wanted)).to.equal(true)
    })

    it('for organizations that there are', async () => {
      const error = await rejection(
        allowOrigin(harness.context, { organizationId: absent, origin: 'https://a.example' }),
      )
      expect([error.code, error.message]).to.deep.equal(['invalid_request', `There is no organization ${absent}.`])
    })
  })

  it('puts cards on file for organizations that there are', async () => {
    const { organizationId } = harness
    for (const onFile of [true, false]) {
      expect(await setCard(harness.context, { organizationId, onFile })).to.deep.equal({
        organizationId,
        cardOnFile: onFile,
      })
    }
    expect((await rejection(setCard(harness.context, { organizationId: absent, onFile: true }))).code).to.equal(
      'invalid_request',
    )
  })

  describe('resolves publishes that nobody could tell the end of', () => {
    const eventsOf = async (writeId: string) => {
      await harness.context.events.now()
      const { rows } = await harness.context.pool.query('select type, data from event where object_id = $1', [writeId])
      return rows.map(({ type, data }) => ({ type, status: data.status }))
    }
    it('after listing them, newest first', async () => {
      const ids = [await publish('unknown'), await publish('unknown')]
      await publish('succeeded')
      const { writes } = await listWrites(harness.context, { status: 'unknown' })
      expect(writes.map(({ writeId }) => writeId)).to.deep.equal(ids.toReversed())
      expect(writes[0]).to.deep.include({
        organizationId: harness.organizationId,
        requestId: 'asked-by-caller',
        kind: 'publish',
        status: 'unknown',
        attempts: [],
      })
    })

    it('as published', async () => {
      const writeId = await publish('unknown')
      const resolved = await resolveWrite(harness.context, { writeId, providerId: 'post-1' })
      expect(resolved).to.deep.include({ writeId, status: 'succeeded', providerIds: ['post-1'], error: null })
      expect(await eventsOf(writeId)).to.deep.equal([{ type: 'publish.resolved', status: 'published' }])
      expect((await readExternalWrite(harness.context.db, writeId))?.wakeAt).to.equal(null)
    })

    it('as created, with what the request said of it', async () => {
      const payload = { name: 'Rye week', adAccountId: 'act_1', currency: 'EUR', timezoneId: 1 }
      for (const [kind, result] of [
        ['campaign.create', { id: '77', name: 'Rye week', status: 'paused', adSetId: '', ads: [] }],
        ['adAccount.create', { id: '77', name: 'Rye week', status: 'unknown', currency: 'EUR', timezoneId: 1 }],
      ] as const) {
        const writeId = await publish('unknown', { kind, payload })
        await resolveWrite(harness.context, { writeId, providerId: '77' })
        expect((await readExternalWrite(harness.context.db, writeId))?.result, kind).to.deep.include(result)
      }
    })

    it('as not published', async () => {
      const writeId = await publish('unknown')
      const resolved = await resolveWrite(harness.context, { writeId })
      expect(resolved).to.deep.include({ status: 'failed', providerIds: [] })
      expect(resolved.error?.code).to.equal('provider_error')
      expect(await eventsOf(writeId)).to.deep.equal([{ type: 'publish.resolved', status: 'failed' }])
    })

    it('once, and no others', async () => {
      const writeId = await publish('unknown')
      await resolveWrite(harness.context, { writeId })
      for (const id of [writeId, await publish('succeeded'), await publish('processing'), absent]) {
        expect((await rejection(resolveWrite(harness.context, { writeId: id, providerId: 'p' }))).code).to.equal(
          'invalid_request',
        )
      }
    })
  })

  describe('asks the doctor', () => {
    afterEach(() => {
      for (const network of Object.values(harness.context.config.networks)) network.secrets = {}
    })

    const findings = async () => {
      const { ok, findings: list } = await doctor(harness.context)
      return { ok, of: Object.fromEntries(list.map((finding) => [finding.check, finding])) }
    }

    it('who names the accounts whose encryption key is gone', async () => {
      const { id } = await harness.connect({ platform: 'bluesky' })
      const other = await harness.another(harness.overrides, { encryptionKeys: [{ id: 1, key: randomBytes(32) }] })
      const { ok, findings: list } = await doctor(other)
      expect(ok).to.equal(false)
      const finding = list.find(({ check }) => check === 'encryption keys')
      expect(finding?.ok).to.equal(false)
      expect(finding?.detail).to.include(id)
      expect((await findings()).of['encryption keys']).to.include({ ok: true })
    })

    it('who is not content while anything is wrong', async () => {
      const { networks } = harness.context.config
      const { secrets } = networks.whatsapp
      networks.whatsapp.secrets = { clientId: 'a', clientSecret: 'b', signupConfigId: 'c' }
      const { ok, of } = await findings()
      expect([ok, of['credentials whatsapp']]).to.deep.equal([
        false,
        { check: 'credentials whatsapp', ok: false, detail: 'not set: WHATSAPP_VERIFY_TOKEN' },
      ])
      networks.whatsapp.secrets = secrets
      expect((await findings()).ok).to.equal(true)
    })

    it('who finds nothing where all is well, and names the networks that are not set', async () => {
      const { ok, of } = await findings()
      expect(ok).to.equal(true)
      for (const check of ['database', 'migrations', 'clock', 'public url', 'public media url']) {
        expect(of[check]?.ok, check).to.equal(true)
      }
      expect(of['credentials youtube']).to.deep.equal({
        check: 'credentials youtube',
        ok: true,
        detail: 'not set: YOUTUBE_CLIENT_ID, YOUTUBE_CLIENT_SECRET',
      })
      harness.context.config.networks.youtube.secrets = { clientId: 'a', clientSecret: 'the-secret' }
      const { of: after } = await findings()
      expect(after['credentials youtube']).to.include({ ok: true, detail: 'set' })
      expect(JSON.stringify(after)).to.not.include('the-secret')
    })

    it('who finds a network that is half configured', async () => {
      harness.context.config.networks.tiktok.secrets = { clientId: 'a' }
      expect((await findings()).of['credentials tiktok']).to.include({
        ok: false,
        detail: 'not set: TIKTOK_CLIENT_SECRET',
      })
    })

    it('who takes one login of several, and a network that needs none', async () => {
      const { networks } = harness.context.config
      networks.instagram.secrets = { facebookClientId: 'a', facebookClientSecret: 'b' }
      const { of } = await findings()
      expect(of['credentials instagram']).to.include({
        ok: true,
        detail: 'not set: INSTAGRAM_CLIENT_ID, INSTAGRAM_CLIENT_SECRET',
      })
      expect(of['credentials bluesky']).to.include({ ok: true, detail: 'not set: BLUESKY_PRIVATE_KEY' })
      networks.instagram.secrets = { clientId: 'a', facebookClientId: 'a', facebookClientSecret: 'b' }
      expect((await findings()).of['credentials instagram']).to.include({
        ok: false,
        detail: 'not set: INSTAGRAM_CLIENT_SECRET',
      })
    })

    it('who finds a public address that networks cannot use, one for media alone too', async () => {
      const { config } = harness.context
      const { publicUrl, media } = config
      const unusable = 'http://api.example.invalid'
      config.publicUrl = unusable
      expect(await findings())
        .to.deep.include({ ok: false })
        .and.have.nested.property('of.public url.ok', false)
      config.publicUrl = publicUrl
      for (const address of [unusable, 'https://media.example.invalid']) {
        config.media = { ...media, publicUrl: address }
        const { ok, of } = await findings()
        expect([ok, of['public url']?.ok, of['public media url']?.ok], address).to.deep.equal([false, true, false])
        expect(of['public media url']?.detail).to.include(address)
      }
      config.media = media
    })

    it('who asks TikTok whether it has verified the address of media, where its app is set', async () => {
      const { context } = harness
      const { registry } = context
      const responses: [response: boolean | null, ok: boolean, detail: string][] = [
        [true, true, '/media/'],
        [false, false, `has not verified ${context.config.media.publicUrl}/media/`],
        [null, false, 'could not be queried'],
      ]
      context.config.networks.tiktok.secrets = { clientId: 'a' }
      expect((await findings()).of).to.not.have.property('media address tiktok')
      context.config.networks.tiktok.secrets = { clientId: 'a', clientSecret: 'b' }
      for (const [response, ok, detail] of responses) {
        const asked: (string | undefined)[] = []
        const takesMediaFrom = async ({ app }: AppCall) => {
          asked.push(app.mediaUrl)
          return response
        }
        const { publish } = await registry.adapter('tiktok')
        context.registry = withPorts({ tiktok: { publish: { ...publish, takesMediaFrom } } })
        const found = await findings()
        expect(found.ok).to.equal(ok)
        expect(found.of['media address tiktok']).to.include({ ok })
        expect(found.of['media address tiktok']?.detail).to.include(detail)
        expect(asked).to.deep.equal([context.config.media.publicUrl])
      }
      context.registry = registry
      context.config.networks.tiktok.secrets = {}
    })

    it('who finds migrations that were not run', async () => {
      await harness.context.pool.query('delete from kysely_migration')
      const { ok, of } = await findings()
      expect([ok, of['database']?.ok, of['migrations']?.ok]).to.deep.equal([false, true, false])
      expect(of['migrations']?.detail).to.include('migrate')
    })
  })
})
