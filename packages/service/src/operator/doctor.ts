import { databaseTime } from '@carillon/database'
import { platforms } from '@carillon/domain'
import { type Settings, settings } from '@carillon/providers'
import type { Context } from '../context.ts'
import { readiness } from '../readiness.ts'

interface Finding {
  check: string
  ok: boolean
  detail: string
}

const mostClockSkewMs = 2_000

async function checkDatabase(context: Context): Promise<Finding[]> {
  const { database, migrations } = await readiness(context)
  if (!database) return [{ check: 'database', ok: false, detail: 'DATABASE_URL cannot be reached.' }]
  const before = Date.now()
  const theirs = (await databaseTime(context.db)).getTime()
  const skew = Math.abs(theirs - (before + Date.now()) / 2)
  return [
    { check: 'database', ok: true, detail: 'reached' },
    { check: 'migrations', ok: migrations, detail: migrations ? 'current' : 'Run npm run admin -- migrate.' },
    { check: 'clock', ok: skew < mostClockSkewMs, detail: `${Math.round(skew)} ms from the database's clock` },
  ]
}

function checkPublicUrl({ config }: Context): Finding {
  const { protocol, hostname } = new URL(config.publicUrl)
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  const ok = protocol === 'https:' || local
  const detail = local
    ? `${config.publicUrl}: networks on the internet cannot fetch media or call back here`
    : config.publicUrl
  return { check: 'public url', ok, detail: ok ? detail : `${config.publicUrl} must be https` }
}

/** Networks fetch media from the public address: whether it answers there, as seen from here. */
async function checkMediaUrl(context: Context): Promise<Finding> {
  const url = `${context.config.publicUrl}/healthz`
  try {
    const { status } = await context.outbound.request({
      method: 'GET',
      url,
      network: 'self',
      operation: 'doctor',
      timeoutMs: 5_000,
    })
    return { check: 'public media url', ok: status === 200, detail: `${url} answers ${status}` }
  } catch {
    return { check: 'public media url', ok: false, detail: `${url} does not answer` }
  }
}

/** Ids and secrets that belong together, by what stands before `clientId` in their names. */
function logins(names: readonly string[]): string[][] {
  return Object.values(Object.groupBy(names, (name) => name.replace(/client(?:Id|Secret)$/i, ''))).map(
    (group = []) => group,
  )
}

/** A network can be left alone or offer one login of several; an id without its secret is of no use. */
function checkCredentials({ config }: Context): Finding[] {
  return platforms.map((platform) => {
    const { secrets, secretsOptional }: Settings = settings[platform]
    const isMissing = (name: string) => !config.networks[platform].secrets[name]
    const missing = secrets.filter(isMissing)
    const half = logins(secrets).some((group) => group.some(isMissing) && !group.every(isMissing))
    const none = missing.length === secrets.length && secretsOptional !== true
    const detail = missing.length === 0 ? 'set' : `not set: ${missing.join(', ')}`
    return { check: `credentials ${platform}`, ok: !half && !none, detail }
  })
}

/** What the doctor finds when no connection to the database could be made at all. */
export function findNoDatabase(failure: unknown): { ok: boolean; findings: Finding[] } {
  const reason = failure instanceof Error ? failure.message : 'no answer'
  return { ok: false, findings: [{ check: 'database', ok: false, detail: `DATABASE_URL cannot be used: ${reason}` }] }
}

/** Looks at everything that can be wrong with a deployment and says what to do about it. */
export async function doctor(context: Context): Promise<{ ok: boolean; findings: Finding[] }> {
  const findings = [
    ...(await checkDatabase(context)),
    checkPublicUrl(context),
    await checkMediaUrl(context),
    ...checkCredentials(context),
  ]
  const essential = findings.filter(({ check }) => !check.startsWith('credentials'))
  return { ok: essential.every((finding) => finding.ok), findings }
}
