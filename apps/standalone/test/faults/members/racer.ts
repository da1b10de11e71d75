// One of several processes that use the same accounts at once, with tokens that end after three seconds.
import { randomUUID } from 'node:crypto'
import type { PublishPlatform } from '@carillon/domain'
import { createLogger } from '@carillon/log'
import { createContext, readConfig, resolveTarget, useCases } from '@carillon/service'
import { pick, seeded } from '../random.ts'

interface Entry {
  accountId: string
  profileId: string
  organizationId: string
  platform: PublishPlatform
}

const accounts: Entry[] = JSON.parse(process.env['RACE_ACCOUNTS'] ?? '[]')
const tokenMs = Number(process.env['RACE_TOKEN_MS'])
const asksAtOnce = 6
const config = readConfig(process.env)
const context = await createContext(config, { log: createLogger({ name: 'racer', level: config.logLevel }) })
const random = seeded(Number(process.env['RACE_SEED']))

const { registry } = context
context.registry = {
  async adapter(platform) {
    const adapter = await registry.adapter(platform)
    const { connect } = adapter
    if (!connect) return adapter
    const refresh: typeof connect.refresh = async (call, credentials) => {
      const refreshed = await connect.refresh(call, credentials)
      return { ...refreshed, tokenExpiresAt: new Date(Date.now() + tokenMs) }
    }
    return Object.assign({ ...adapter }, { connect: { ...connect, refresh } })
  },
}

const outcomes: Record<string, number> = {}

async function use({ accountId, profileId, organizationId, platform }: Entry): Promise<string> {
  try {
    const grant = { keyId: randomUUID(), scopes: ['*' as const], scope: { organizationId, profileId: null } }
    const target = await resolveTarget(context, grant, { profileId, accountId, platform }, 'required')
    const response = await useCases['posts.list'](context, {
      grant,
      target,
      account: (target?.account ?? null) as never,
      platform: platform as never,
      input: { params: {}, query: { platform, accountId }, headers: {}, body: undefined } as never,
      requestId: randomUUID(),
      signal: AbortSignal.timeout(20_000),
      bodyHash: null,
    })
    return `status ${response.status}`
  } catch (error) {
    const [failure] = error instanceof Error && 'details' in error && Array.isArray(error.details) ? error.details : []
    return failure?.code ?? (error instanceof Error && 'code' in error ? String(error.code) : 'error')
  }
}

async function loop(until: number): Promise<void> {
  while (Date.now() < until) {
    const outcome = await use(pick(random, accounts))
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  }
}

process.send?.({ type: 'ready' })
process.once('disconnect', () => process.exit(0))
process.once('SIGTERM', () => process.exit(0))
await Promise.all(Array.from({ length: asksAtOnce }, () => loop(Date.now() + Number(process.env['RACE_MS']))))
process.send?.({ type: 'done', outcomes })
