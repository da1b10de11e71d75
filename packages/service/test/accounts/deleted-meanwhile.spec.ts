import { type AccountRow, deleteAccounts } from '@carillon/database'
import type { Platform } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import { expect } from 'chai'
import { type AnyOutput, completeConnection, translateFailure } from '../../src/index.ts'
import { type Asked, ask, bodyOf } from '../ask.ts'
import { FakeComments } from '../comments/fake-comments.ts'
import { FakeConnect, identity } from '../fake-connect.ts'
import { type Harness, startHarness } from '../harness.ts'
import { FakeMessages } from '../messages/fake-messages.ts'
import { withPorts } from '../with-ports.ts'

describe('while a request calls the network', () => {
  let harness: Harness
  let account: AccountRow
  let comments: FakeComments
  let messages: FakeMessages
  let network: FakeConnect
  let onAuthorize: () => Promise<void>

  async function start(platform: Platform): Promise<void> {
    ;[comments, messages, network, onAuthorize] = [
      new FakeComments(),
      new FakeMessages(),
      new FakeConnect(),
      async () => {},
    ]
    const { authorize } = network.port
    const connect = {
      ...network.port,
      authorize: async (...call: Parameters<typeof authorize>) => {
        await onAuthorize()
        return authorize(...call)
      },
    }
    const ports = { comments: comments.port, messages: messages.port, connect }
    harness = await startHarness({ registry: withPorts({ [platform]: ports }) })
    account = await harness.connect({ platform })
  }
  afterEach(() => harness.close())

  const request = (id: Parameters<typeof ask>[1], asked: Partial<Asked> = {}): Promise<AnyOutput> =>
    ask(harness.context, id, { scope: { organizationId: harness.organizationId, profileId: null }, ...asked })

  function codeOf(thrown: unknown): string {
    const error = translateFailure(thrown)
    return error instanceof ServiceError ? error.code : String(error)
  }
  /** The status of the response, or the code of the error that the gateway sends. */
  const outcome = (...asked: Parameters<typeof request>) => request(...asked).then(({ status }) => status, codeOf)

  describe('its account is disconnected:', () => {
    const disconnect = async () => {
      expect(await deleteAccounts(harness.context.db, [account.id])).to.deep.equal([account.id])
    }
    const named = () => ({ platform: account.platform, accountId: account.id })
    const reply = (parentId: string) => ({
      body: { ...named(), postId: 'post-1', parentId, message: 'Thanks' },
    })

    it('the first read of comments does not find it', async () => {
      await start('tiktok')
      comments.add()
      comments.before = [disconnect]
      expect(await outcome('comments.list', { query: named() })).to.equal('account_not_found')
    })

    it('neither its newest comments nor a further page are found, by the account and not by the post', async () => {
      await start('tiktok')
      for (let count = 0; count < 9; count++) comments.add()
      comments.before = [() => undefined, disconnect]
      expect(await outcome('comments.list', { query: named() })).to.equal('account_not_found')
      await harness.close()
      await start('tiktok')
      for (let count = 0; count < 9; count++) comments.add()
      const { nextCursor } = bodyOf(await request('comments.list', { query: named() }))
      comments.before = [disconnect]
      const query = { ...named(), postId: 'post-1', cursor: nextCursor }
      expect(await outcome('comments.list', { query })).to.equal('account_not_found')
    })

    it('a reply is not sent', async () => {
      await start('tiktok')
      const parentId = comments.add()
      comments.before = [disconnect]
      expect(await outcome('comments.create', reply(parentId))).to.equal('account_not_found')
      expect(comments.written).to.deep.equal([])
    })

    it('a reply that was sent is in the response', async () => {
      await start('tiktok')
      const parentId = comments.add()
      await request('comments.list', { query: named() })
      comments.after = [disconnect]
      expect(await outcome('comments.create', reply(parentId))).to.equal(201)
    })

    for (const isStored of [true, false]) {
      const comment = isStored ? 'a comment' : 'a comment of which no copy is stored'
      it(`${comment} is hidden, or deleted`, async () => {
        for (const [id, parts, status] of [
          ['comments.update', () => ({ body: { ...named(), hidden: true } }), 200],
          ['comments.delete', () => ({ query: named() }), 204],
        ] as const) {
          await start('facebook')
          const commentId = comments.add({ own: true })
          if (isStored) await request('comments.list', { query: named() })
          comments.after = [disconnect]
          expect(await outcome(id, { params: { commentId }, ...parts() })).to.equal(status)
          if (id === 'comments.update') await harness.close()
        }
      })
    }

    it('a list of messages reports it, and a message is not sent', async () => {
      await start('facebook')
      messages.add('ada')
      messages.before = [disconnect]
      const query = { ...named(), profileId: harness.profileId }
      expect(await outcome('messages.list', { query })).to.equal('provider_unavailable')
      await harness.close()
      await start('facebook')
      const twoDaysAgo = new Date(Date.now() - 48 * 3_600_000).toISOString()
      messages.add('ada', { occurredAt: twoDaysAgo })
      await request('messages.list', { query: named() })
      await harness.context.pool.query(`update message_sync set synced_at = now() - interval '1 hour'`)
      messages.before = [disconnect]
      const body = { ...named(), recipient: 'ada', text: 'Hello' }
      expect(await outcome('messages.send', { body })).to.equal('account_not_found')
      expect(messages.calls).to.not.include('send')
    })
  })

  describe('its profile is deleted:', () => {
    const params = () => ({ profileId: harness.profileId })
    const deleteProfile = async () => {
      expect(await outcome('profiles.delete', { params: params() })).to.equal(200)
    }
    const connecting = () => ({ params: params(), body: { platform: 'bluesky' } })

    it('no connection is started', async () => {
      await start('bluesky')
      onAuthorize = deleteProfile
      expect(await outcome('connections.start', connecting())).to.equal('profile_not_found')
    })

    it('no account is connected, and the user learns why', async () => {
      await start('bluesky')
      bodyOf(await request('connections.start', connecting()))
      network.outcomes = [
        async () => {
          await deleteProfile()
          return { identities: [identity('late')], select: false }
        },
      ]
      const ended = await completeConnection(harness.context, {
        ...{ platform: 'bluesky', parameters: { state: network.state }, requestId: 'callback' },
        signal: new AbortController().signal,
      })
      const error = { code: 'profile_not_found', message: 'The profile was deleted meanwhile.' }
      expect([ended.status, ended.error]).to.deep.equal(['failed', error])
    })
  })

  it('rows of accounts, profiles and API keys are recognized by the names of their foreign keys', async () => {
    await start('bluesky')
    const { rows } = await harness.context.pool.query<{ name: string; owner: string }>(
      `select conname as name, confrelid::regclass::text as owner from pg_constraint
        where contype = 'f' and conparentid = 0 and confrelid = any('{account,profile,api_key}'::regclass[])
          and conrelid <> confrelid`,
    )
    const columns = { account: 'account_id', profile: 'profile_id', api_key: 'key_id' }
    const unknown = rows.filter(({ name, owner }) => !name.endsWith(`_${Object(columns)[owner]}_fkey`))
    expect([rows.length > 15, unknown]).to.deep.equal([true, []])
  })
})
