// The social network of the run, in a process of its own: it takes posts, loses requests and responses, and holds the
// truth about which posts there are and since when.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { seeded } from '../random.ts'
import type { HeldPost, NetworkState } from './network-state.ts'

const { NETWORK_SEED, NETWORK_FAULTS } = process.env
const random = seeded(Number(NETWORK_SEED))
const posts: HeldPost[] = []
const byAccount = new Map<string, HeldPost[]>()
let open = 0
const faults: Record<string, number> = {}

/** Shares of the calls, scaled by `NETWORK_FAULTS`. All end long before the journal regards a lost call as settled. */
const shares = { 'accept-then-drop': 0.04, 'accept-then-hang': 0.01, 'drop-before': 0.03, slow: 0.05 }
const slowMs = 1_000
const hangMs = 2_000

function faultOfCall(): string | undefined {
  let left = random()
  for (const [name, share] of Object.entries(shares)) {
    left -= share * Number(NETWORK_FAULTS)
    if (left >= 0) continue
    faults[name] = (faults[name] ?? 0) + 1
    return name
  }
  return undefined
}

function accept(account: string, text: string, calledAt: number): HeldPost {
  const post = { id: `post-${posts.length + 1}`, text, calledAt, at: Date.now() }
  posts.push(post)
  const known = byAccount.get(account)
  if (known) known.push(post)
  else byAccount.set(account, [post])
  return post
}

async function create(req: IncomingMessage, res: ServerResponse, account: string): Promise<void> {
  const calledAt = Date.now()
  const text = await textOf(req)
  const fault = faultOfCall()
  if (fault === 'drop-before') return void res.destroy()
  if (fault === 'slow') await sleep(random() * slowMs)
  const { id } = accept(account, text, calledAt)
  if (fault === 'accept-then-hang') await sleep(hangMs)
  if (fault?.startsWith('accept-then')) return void res.destroy()
  res.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ id }))
}

function respond(res: ServerResponse, body: object): void {
  res.setHeader('content-type', 'application/json').end(JSON.stringify(body))
}

const server = createServer(async (req, res) => {
  const { pathname, searchParams } = new URL(req.url ?? '', 'http://network')
  if (pathname === '/open') return respond(res, { open })
  if (pathname === '/state') return respond(res, { posts, faults } satisfies NetworkState)
  open++
  try {
    const account = pathname.slice(1)
    const since = Number(searchParams.get('since'))
    if (req.method === 'POST') await create(req, res, account)
    else respond(res, { posts: (byAccount.get(account) ?? []).filter(({ at }) => at >= since) })
  } catch {
    // The process that called has died.
    res.destroy()
  } finally {
    open--
  }
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', 511, () => {
  const { port } = server.address() as AddressInfo
  process.send?.({ type: 'ready', url: `http://127.0.0.1:${port}` })
})
for (const signal of ['SIGTERM', 'disconnect'] as const) process.once(signal, () => process.exit(0))
