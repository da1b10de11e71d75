import type { Client } from '@carillon/client'
import { NotLoggedInError } from '../access/access.ts'
import { urlBelow } from '../access/url-below.ts'
import { errorReport } from '../error-report.ts'
import { type ExitCode, exitCodes, worstOf } from '../exit-codes.ts'
import type { Invocation, Run } from '../invocation/invocation.ts'

interface Check {
  check: string
  result: 'ok' | 'warning' | 'problem'
  /** The finding and, for a warning or a problem, what to do. */
  message: string
  code?: ExitCode
}

const maxSkewMs = 30_000
const probeMs = 10_000

const ok = (check: string, message: string): Check => ({ check, result: 'ok', message })
const warning = (check: string, message: string): Check => ({ check, result: 'warning', message })
const problem = (check: string, message: string, code: ExitCode): Check => ({ check, result: 'problem', message, code })

/** Returns a check that failed with this error. */
function failed(check: string, error: unknown): Check {
  const { words, code } = errorReport(error)
  return problem(check, words, code)
}

/** Checks that the service is ready (`/readyz`), and that its clock and that of this machine differ by at most 30 s. */
async function checkService(url: string, signal: AbortSignal): Promise<Check[]> {
  const began = performance.now()
  const until = AbortSignal.any([signal, AbortSignal.timeout(probeMs)])
  try {
    const response = await fetch(urlBelow(url, 'readyz'), { signal: until })
    const ms = Math.round(performance.now() - began)
    await response.body?.cancel()
    if (!response.ok) {
      const message = `${url} is there, but not ready: ${response.status}. Its log says why.`
      return [problem('service', message, exitCodes.temporary.code)]
    }
    const skewMs = Date.now() - (Date.parse(response.headers.get('date') ?? '') || Date.now())
    const clock =
      Math.abs(skewMs) > maxSkewMs
        ? warning('clock', `The clock of this machine differs by ${Math.round(skewMs / 1_000)} s. Set it by NTP.`)
        : ok('clock', 'The clocks of this machine and the service agree.')
    return [ok('service', `${url} is ready (${ms} ms).`), clock]
  } catch (error) {
    return [failed('service', error)]
  }
}

async function checkKey(client: Client, signal: AbortSignal): Promise<Check[]> {
  const { name, scopes, expiresAt } = await client.keys.current({ signal })
  const soon = expiresAt !== null && Date.parse(expiresAt) - Date.now() < 7 * 86_400_000
  const expiry = expiresAt === null ? 'does not expire' : `expires at ${expiresAt}`
  const described = `The key "${name ?? ''}" ${expiry} and has ${scopes.join(', ')}.`
  return [soon ? warning('key', `${described} Replace it soon.`) : ok('key', described)]
}

async function checkAccounts(client: Client, signal: AbortSignal): Promise<Check[]> {
  let connected = 0
  const expired: Check[] = []
  for await (const { id: profileId } of client.profiles.list({}, { signal })) {
    for await (const { status, platform, accountId, displayIdentifier } of client.accounts.list(
      { profileId },
      { signal },
    )) {
      if (status === 'connected') connected += 1
      else
        expired.push(
          warning('accounts', `${platform} ${displayIdentifier ?? accountId} is ${status}: connect it again.`),
        )
    }
  }
  return [ok('accounts', `${connected} accounts are connected.`), ...expired]
}

const checks = { key: checkKey, accounts: checkAccounts }

async function checkAll({ access, client: open, signal }: Invocation): Promise<Check[]> {
  let url: string
  try {
    const found = access()
    url = found.url
  } catch (error) {
    if (!(error instanceof NotLoggedInError)) throw error
    return [failed('login', error)]
  }
  const service = await checkService(url, signal)
  if (service.some(({ result }) => result === 'problem')) return service
  const found = [...service]
  for (const [name, check] of Object.entries(checks)) {
    const more = await check(open(), signal).catch((error: unknown) => [failed(name, error)])
    found.push(...more)
    if (more.some(({ code }) => code === exitCodes.unauthorized.code)) break
  }
  return found
}

export const run: Run = async (invocation) => {
  const { io, version } = invocation
  const found = [
    ok('version', `carillon ${version} on Node ${process.versions.node}.`),
    ...(await checkAll(invocation)),
  ]
  io.print({ checks: found.map(({ code: _code, ...shown }) => shown) })
  for (const { result, check, message } of found) if (result !== 'ok') io.say(`${result}: ${check}: ${message}`)
  return worstOf(found.flatMap(({ code }) => (code === undefined ? [] : [code])))
}
