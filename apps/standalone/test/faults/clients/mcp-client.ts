import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Json } from '../cluster.ts'
import type { Access, FaultClient, Told, WriteName } from './fault-client.ts'

/** What a tool returned: its facts, which are the envelope of an error as well. */
type Facts = Json

const era = '2026-07-28'
const requestMs = 60_000
const giveUpMs = 600_000

/** Calls a tool once, by the official client, on a connection of its own. */
async function callOnce({ url, apiKey }: Access, name: string, args: object): Promise<Facts> {
  const headers = { authorization: `Bearer ${apiKey}` }
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } })
  const client = new Client({ name: 'faults', version: '1.0.0' }, { versionNegotiation: { mode: { pin: era } } })
  try {
    await client.connect(transport, { timeout: requestMs })
    const { structuredContent } = await client.callTool({ name, arguments: { ...args } }, { timeout: requestMs })
    return structuredContent
  } finally {
    await client.close().catch(() => {})
  }
}

/** Errors after which nothing is decided, so that the call is made again. */
const temporary = ['rate_limited', 'temporarily_unavailable', 'database_error', 'internal_error', 'deadline_passed']

const isOpen = ({ status }: Json) => status === 'processing' || status === 'accepted'

/** A call, made again with the same arguments until its result is there, as the protocol demands after a broken stream. */
async function callUntilKnown(access: Access, name: string, args: object): Promise<Facts> {
  const end = Date.now() + giveUpMs
  for (;;) {
    const facts = await callOnce(access, name, args).catch(() => undefined)
    const isDecided = facts && !temporary.includes(facts.error?.code) && !isOpen(facts.publish ?? facts.write ?? {})
    if (isDecided) return facts
    if (Date.now() > end) return facts ?? {}
    await sleep(500)
  }
}

function toldBy(facts: Facts, requestId: string): Told {
  const { status, error } = facts.publish ?? facts.write ?? {}
  if (status === 'published') return { end: 'published', detail: '' }
  if (status === 'failed') return { end: 'failed', detail: String(error?.code) }
  if (facts.error) return { end: 'rejected', detail: facts.error.code }
  return { end: 'unknown', detail: requestId }
}

async function publish(access: Access, { platform, accountId, ...post }: Json): Promise<Told> {
  const checked = await callUntilKnown(access, 'check_post', { platform, accountId, post })
  const { requestId, confirm } = checked
  if (!requestId) return { end: 'not sent', detail: JSON.stringify(checked).slice(0, 200) }
  return toldBy(await callUntilKnown(access, 'publish_post', { requestId, confirm }), requestId)
}

async function writeText(access: Access, tool: string, body: Json): Promise<Told> {
  const requestId = randomUUID()
  return toldBy(await callUntilKnown(access, tool, { ...body, requestId }), requestId)
}

/** An assistant by MCP, which repeats each call until it knows its result. */
export const mcpClient: FaultClient = (access) => {
  const writes: Record<WriteName, (body: Json) => Promise<Told>> = {
    publish: (body) => publish(access, body),
    reply: (body) => writeText(access, 'reply_to_comment', body),
    message: (body) => writeText(access, 'send_message', body),
    campaign: async () => ({ end: 'not sent', detail: 'no tool creates campaigns' }),
  }
  return (write, body) => writes[write](body)
}
