import { join, resolve } from 'node:path'
import { type Account, type Client, createClient } from '@carillon/client'
import { approveInSandbox } from '../access/sandbox-user.ts'
import { sourcesAbove, startInstallation } from '../dev/installation.ts'
import { listen, webhookSecret } from '../events/listen.ts'
import { postShapes } from '../generated/posts.ts'
import { type Run, textOf } from '../invocation/invocation.ts'
import { publishPost } from '../posts/publish-post.ts'
import { requestedPost } from '../posts/requested-post.ts'
import { fileJournal } from '../requests/file-journal.ts'
import { journaledFetch } from '../requests/journaled-fetch.ts'
import { givenBodyOf } from '../untyped-requests.ts'
import { firstProfile, waitForConnection } from './connect.ts'
import { countOf } from './events-listen.ts'

const firstText = 'Published with `carillon dev`.'
const waitMs = 120_000

/** Returns the first platform that publishes a text alone: such platforms name their text `text`. */
const usualPlatform = () => Object.entries(postShapes).find(([, { text }]) => text === 'text')?.[0] ?? ''

/** Returns the connected account of the platform; without one, a user of the sandbox connects one. */
async function connected(
  client: Client,
  { platform, sandboxUrl, signal }: { platform: string; sandboxUrl: string; signal: AbortSignal },
): Promise<Account> {
  const profileId = await firstProfile(client, signal)
  const find = async () =>
    (await client.accounts.list({ profileId }, { signal })).accounts.find((each) => each.platform === platform)
  const known = await find()
  if (known) return known
  const body = givenBodyOf('connections.start', { platform })
  const { connectionSessionId, authorizationUrl } = await client.connections.start(profileId, body, { signal })
  await approveInSandbox(sandboxUrl, authorizationUrl, undefined)
  const session = await waitForConnection(client, { profileId, connectionSessionId, timeoutMs: waitMs, signal })
  const account = await find()
  if (!account) throw new Error(`The account could not be connected: ${session.error?.message ?? session.status}.`)
  return account
}

export const run: Run = async ({ values, io, env, places, signal }) => {
  const say = (text: string) => io.say(text)
  const sources = sourcesAbove(process.cwd())
  const dataDir = resolve(sources, env['DATA_DIR']?.trim() || '.carillon')
  const { gatewayUrl, sandboxUrl, apiKey, stop } = await startInstallation({ sources, dataDir, env, signal, say })
  try {
    const journal = fileJournal(join(places.requestsFolder, 'dev'))
    const client = createClient({ baseUrl: gatewayUrl, apiKey, fetch: journaledFetch(journal) })
    const { cursor } = await client.events.list({ cursor: 'now' }, { signal })
    const platform = textOf(values, 'platform') ?? usualPlatform()
    const account = await connected(client, { platform, sandboxUrl, signal })
    say(`Connected: ${platform} ${account.displayIdentifier ?? account.accountId}`)
    const post = requestedPost(account, {
      text: `${firstText} ${new Date().toISOString()}`,
      media: [],
      mediaField: undefined,
      fields: [],
    })
    const publishing = { requestId: crypto.randomUUID(), isGiven: false, journal, waitMs, signal, say }
    const { permalink, publishId } = await publishPost(client, post, publishing)
    say(`Published: ${permalink ?? publishId}. See it at ${sandboxUrl}/?network=${platform}`)
    say(`Dashboard: ${gatewayUrl}/dashboard (API key ${apiKey})`)
    const secret = webhookSecret(env['CARILLON_WEBHOOK_SECRET'])
    const forwardTo = textOf(values, 'forward-to')
    const listening = AbortSignal.any([signal, io.closed])
    await listen(client, { io, signal: listening, cursor, types: [], forwardTo, secret, count: countOf(values) })
  } catch (error) {
    if (!signal.aborted && !io.closed.aborted) throw error
  } finally {
    await stop()
  }
  return undefined
}
