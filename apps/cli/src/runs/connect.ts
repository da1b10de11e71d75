import { setTimeout as pause } from 'node:timers/promises'
import type { Client, ConnectionSession } from '@carillon/client'
import { httpUrl } from '../access/http-url.ts'
import { approveInSandbox } from '../access/sandbox-user.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { type Run, textOf, type Values } from '../invocation/invocation.ts'
import { waitMsOf } from '../invocation/seconds-option.ts'
import { fieldsOf } from '../options/options-of.ts'
import { givenBodyOf } from '../untyped-requests.ts'
import { UsageError } from '../usage-error.ts'

const pollMs = 1_000

/**
 * Returns the platforms that an operation accepts: for `connections.start` those whose accounts are connected by a
 * login, for `accounts.list` all.
 */
const valuesOf = (operation: 'connections.start' | 'accounts.list') =>
  fieldsOf(operation).find(({ name }) => name === 'platform')?.values ?? []

/**
 * Returns the id of the first profile that the service lists.
 * @throws UsageError if there is none
 */
export async function firstProfile(client: Client, signal: AbortSignal): Promise<string> {
  const { profiles } = await client.profiles.list({}, { signal })
  const [profile] = profiles
  if (!profile) throw new UsageError('There is no profile: create one with `carillon profiles create --name NAME`.')
  return profile.id
}

interface Starting {
  profileId: string
  platform: string
  values: Values
  signal: AbortSignal
}

async function start(client: Client, { profileId, platform, values, signal }: Starting) {
  const redirectUrl = textOf(values, 'redirect-url')
  const handle = textOf(values, 'handle')
  const redirect = { ...(redirectUrl !== undefined && { redirectUrl }) }
  if (valuesOf('connections.start').includes(platform)) {
    const body = { platform, ...redirect, ...(handle !== undefined && { handle }) }
    return client.connections.start(profileId, givenBodyOf('connections.start', body), { signal })
  }
  if (valuesOf('accounts.list').includes(platform)) return client.connections.signup(profileId, redirect, { signal })
  throw new UsageError(`${platform} is not a platform. Platforms: ${valuesOf('accounts.list').join(', ')}.`)
}

const isOpen = ({ status }: ConnectionSession) => status === 'pending' || status === 'awaiting_selection'

interface Waiting {
  profileId: string
  connectionSessionId: string
  timeoutMs: number
  signal: AbortSignal
}

/**
 * Polls a connection session every second until it has ended or `timeoutMs` milliseconds have passed, and returns its
 * last state: a timeout is not an error. Rejects if a read fails or `signal` aborts.
 */
export async function waitForConnection(client: Client, waiting: Waiting): Promise<ConnectionSession> {
  const { profileId, connectionSessionId, timeoutMs, signal } = waiting
  const end = Date.now() + timeoutMs
  for (;;) {
    const session = await client.connections.get(profileId, connectionSessionId, { signal })
    if (!isOpen(session) || Date.now() >= end) return session
    await pause(Math.min(pollMs, end - Date.now()), undefined, { signal })
  }
}

const codes: Readonly<Partial<Record<ConnectionSession['status'], ExitCode>>> = {
  failed: exitCodes.rejected.code,
  expired: exitCodes.rejected.code,
  pending: exitCodes.unknown.code,
  awaiting_selection: exitCodes.unknown.code,
}

export const run: Run = async ({ args, values, io, client: open, signal }) => {
  const sandbox = textOf(values, 'sandbox')
  if (sandbox !== undefined) httpUrl(sandbox, { from: '--sandbox', example: 'http://127.0.0.1:8090' })
  const client = open()
  const profileId = textOf(values, 'profile') ?? (await firstProfile(client, signal))
  const started = await start(client, { profileId, platform: args['platform'] ?? '', values, signal })
  if (values['no-wait'] === true) {
    io.print(started)
    return undefined
  }
  const { connectionSessionId, authorizationUrl, expiresAt } = started
  const openWords = `The session ${connectionSessionId} stays open until ${expiresAt}: an authorization until then still connects the account. Read it with: carillon api connections.get --field profileId=${profileId} --field connectionSessionId=${connectionSessionId}`
  try {
    if (sandbox === undefined) io.say(`Open this URL in a browser:\n\n  ${authorizationUrl}\n`)
    else await approveInSandbox(sandbox, authorizationUrl, textOf(values, 'as'))
    const timeoutMs = waitMsOf({ ...values, wait: true }) ?? 0
    const session = await waitForConnection(client, { profileId, connectionSessionId, timeoutMs, signal })
    io.print(session)
    if (session.error) io.say(`${session.error.message} (${session.error.code})`)
    if (isOpen(session)) io.say(`Nobody has authorized it yet. ${openWords}`)
    return codes[session.status]
  } catch (error) {
    if (!signal.aborted) throw error
    io.print(started)
    io.say(`Interrupted. ${openWords}`)
    return exitCodes.unknown.code
  }
}
