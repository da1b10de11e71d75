import { databaseTime, takesNoWrites } from '@carillon/database'
import { platforms, supports } from '@carillon/domain'
import { settingsOf } from '@carillon/providers'
import { platformSetups } from '../config/platform-setup.ts'
import type { Context } from '../context.ts'
import { type alerts, runbookOf } from '../monitoring/alerts.ts'
import { readiness } from '../monitoring/readiness.ts'
import { appCall } from '../network-calls/app-call.ts'
import { checkBucket } from './check-bucket.ts'
import { checkFolders } from './check-folders.ts'
import { checkReplication } from './check-replication.ts'
import { checkEndingAccess, checkScopes } from './check-scopes.ts'
import { checkSettings } from './check-settings.ts'
import { listUnreadableAccounts, listUnreadableEndpoints } from './unreadable-secrets.ts'

interface Finding {
  check: string
  ok: boolean
  detail: string
  /** The path of the runbook, for a failed check that has one. */
  runbook?: string
}

/** The alerts whose runbooks are about a check, keyed by the name of the check. */
const alertOfCheck: Readonly<Record<string, keyof typeof alerts>> = {
  database: 'DatabaseDown',
  clock: 'ClockWrong',
  'database failover': 'DatabaseFailover',
  bucket: 'StorageFailing',
  'media folder': 'StorageFailing',
  'spool folder': 'StorageFailing',
}

function withRunbook(finding: Finding): Finding {
  const alert = alertOfCheck[finding.check]
  return finding.ok || alert === undefined ? finding : { ...finding, runbook: runbookOf(alert) }
}

const maxClockSkewMs = 2_000

function clockDetail(skew: number): string {
  const found = `${Math.round(skew)} ms from the database's clock`
  return skew < maxClockSkewMs ? found : `${found}, at most ${maxClockSkewMs} are safe: set both clocks by NTP.`
}

/** Returns why the database cannot be used: a read-only server responds but does not accept writes. */
async function unusable({ db }: Context): Promise<string> {
  const isReadOnly = await takesNoWrites(db).catch(() => false)
  return isReadOnly
    ? 'DATABASE_URL leads to a server that is read-only, as a standby is. Name all servers in it, or a proxy that leads to the one that takes writes.'
    : 'DATABASE_URL does not respond. Check that PostgreSQL is running there.'
}

async function checkServer(context: Context): Promise<Finding[]> {
  const { database, migrations } = await readiness(context)
  if (!database) return [{ check: 'database', ok: false, detail: await unusable(context) }]
  const before = Date.now()
  const theirs = (await databaseTime(context.db)).getTime()
  const skew = Math.abs(theirs - (before + Date.now()) / 2)
  return [
    { check: 'database', ok: true, detail: 'reached' },
    { check: 'migrations', ok: migrations, detail: migrations ? 'current' : 'Run the command migrate.' },
    { check: 'clock', ok: skew < maxClockSkewMs, detail: clockDetail(skew) },
  ]
}

function checkPublicUrl(check: string, url: string): Finding {
  const { protocol, hostname } = new URL(url)
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  const ok = protocol === 'https:' || local
  const detail = local ? `${url}: networks cannot reach this URL for media, redirects and webhooks` : url
  return { check, ok, detail: ok ? detail : `${url} must be https` }
}

/**
 * Checks that networks can fetch media from the bucket's service. Empty if they fetch none there, or the service is
 * AWS.
 */
function checkPresignedUrls({ config }: Context): Finding[] {
  const { s3 } = config.media
  return s3?.presigned && s3.endpoint !== null ? [checkPublicUrl('presigned urls', s3.endpoint)] : []
}

/** Checks that the public media URL responds, as seen from this machine. */
async function checkMediaUrl({ config, outbound }: Context): Promise<Finding> {
  const { ok, detail } = checkPublicUrl('public media url', config.media.publicUrl)
  if (!ok) return { check: 'public media url', ok, detail }
  const url = `${config.media.publicUrl}/healthz`
  try {
    const { status } = await outbound.request({
      method: 'GET',
      url,
      network: 'self',
      operation: 'doctor',
      timeoutMs: 5_000,
    })
    return { check: 'public media url', ok: status === 200, detail: `${url} responded with ${status}` }
  } catch {
    return {
      check: 'public media url',
      ok: false,
      detail: `${url} does not respond. Start the gateway, or configure the proxy to forward to it.`,
    }
  }
}

/**
 * Checks, for each network that fetches media only from verified URLs and whose app credentials are set, that it has
 * verified Carillon's media URL.
 */
async function checkVerified(context: Context): Promise<Finding[]> {
  const { config, registry } = context
  const address = `${config.media.publicUrl}/media/`
  const findings: Finding[] = []
  for (const platform of platforms) {
    if (!supports('posts.publish', platform)) continue
    const { takesMediaFrom } = (await registry.adapter(platform)).publish
    const names = settingsOf[platform].secrets
    const isSet = names.every((name) => config.networks[platform].secrets[name])
    if (takesMediaFrom === undefined || !isSet) continue
    const signal = AbortSignal.timeout(10_000)
    const verified = await takesMediaFrom(appCall(context, platform, { requestId: 'doctor', signal }))
    const problem =
      verified === null ? 'the network could not be queried' : `it has not verified ${address} for this app`
    findings.push({ check: `media address ${platform}`, ok: verified === true, detail: verified ? address : problem })
  }
  return findings
}

/**
 * Checks the app credentials of each network. A network without any is `ok`; one of which only a part is set is not,
 * unless that part suffices for one of its logins.
 */
function checkCredentials({ config }: Context): Finding[] {
  return platformSetups(config).map(({ platform, state, missingSettings }) => {
    const detail = missingSettings.length === 0 ? 'set' : `not set: ${missingSettings.join(', ')}`
    return { check: `credentials ${platform}`, ok: state !== 'incomplete', detail }
  })
}

/** The maximum number of accounts, and of endpoints, listed in a finding. */
const maxNamed = 10

function named(ids: readonly string[]): string {
  return `${ids.slice(0, maxNamed).join(', ')}${ids.length > maxNamed ? ' and more' : ''}`
}

async function checkEncryption(context: Context): Promise<Finding> {
  const check = 'encryption keys'
  const accounts = await listUnreadableAccounts(context, maxNamed + 1)
  const endpoints = await listUnreadableEndpoints(context, maxNamed + 1)
  const problems = [
    accounts.length > 0 &&
      `No key in ENCRYPTION_KEYS decrypts the credentials of the accounts ${named(accounts)}. Add the missing key again, or ask the users of these accounts to reconnect them.`,
    endpoints.length > 0 &&
      `No key in ENCRYPTION_KEYS decrypts the secrets and headers of the webhook endpoints ${named(endpoints)}. Add the missing key again, or have their secrets renewed and their headers set again.`,
  ].filter((problem) => problem !== false)
  if (problems.length > 0) return { check, ok: false, detail: problems.join(' ') }
  return { check, ok: true, detail: 'every stored credential and webhook secret can be decrypted' }
}

function databaseFailed(failure: unknown): Finding {
  const reason = failure instanceof Error ? failure.message : 'no response'
  return { check: 'database', ok: false, detail: `DATABASE_URL cannot be used: ${reason}` }
}

/**
 * Makes all checks that query the database. If the database is lost meanwhile, returns only the finding that says so.
 */
async function checkDatabase(context: Context): Promise<Finding[]> {
  try {
    const found = await checkServer(context)
    const isUsable = found.length > 1 && found.every(({ check, ok }) => ok || check === 'clock')
    if (!isUsable) return found
    const ofRows = [await checkSettings(context), await checkReplication(context), await checkEncryption(context)]
    return [...found, ...ofRows, ...(await checkEndingAccess(context))]
  } catch (error) {
    return [databaseFailed(error)]
  }
}

/**
 * Returns the result of `doctor` if no connection to the database can be made at all: `ok` is false, and the only
 * finding contains the failure and the path of the runbook. Checks nothing.
 * @param failure the error of the connection
 */
export function findNoDatabase(failure: unknown): { ok: boolean; findings: Finding[] } {
  return { ok: false, findings: [withRunbook(databaseFailed(failure))] }
}

/**
 * Checks the installation: database, migrations, clock, settings of the database, replication, encryption keys, URLs,
 * bucket or folders, and whether app credentials are complete. Lists the scopes that logins request, and the number of
 * accounts whose access ends soon. `detail` of a finding says what was found and, for most problems, what to do.
 * Requests the media URL, and queries networks that fetch media only from verified URLs. Changes nothing but files in
 * the bucket or the folders and an upload in parts, which are removed again. `ok` is true if that of every finding is.
 */
export async function doctor(context: Context): Promise<{ ok: boolean; findings: Finding[] }> {
  const findings = [
    ...(await checkDatabase(context)),
    checkPublicUrl('public url', context.config.publicUrl),
    await checkMediaUrl(context),
    ...(await checkBucket(context)),
    ...checkPresignedUrls(context),
    ...(await checkFolders(context)),
    ...(await checkVerified(context)),
    ...checkCredentials(context),
    ...checkScopes(context),
  ]
  return { ok: findings.every((finding) => finding.ok), findings: findings.map(withRunbook) }
}
