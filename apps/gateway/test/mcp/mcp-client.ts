import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { TestGateway } from '../test-gateway.ts'

type Fields = Record<string, unknown>

export interface ToolReply {
  isError: boolean
  facts: Fields
  content: { type: string; text: string; _meta?: Fields }[]
}

/** The revisions of the protocol: the latest one, and the last one with a handshake. */
export const eras = ['2026-07-28', '2025-11-25'] as const
type Era = (typeof eras)[number]

export interface ConnectOptions {
  era?: Era
  query?: string
  key?: string
  /** How the user decides what the server asks for; the client cannot ask without it. */
  decide?: (message: string) => 'accept' | 'decline'
}

/** The official client of the protocol, connected to the gateway. */
export async function connectClient(
  { url, installation }: TestGateway,
  { era = '2026-07-28', query = '', key = installation.key, decide }: ConnectOptions = {},
) {
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp${query}`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  })
  const mode = era === '2026-07-28' ? { pin: era } : ('legacy' as const)
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { versionNegotiation: { mode }, capabilities: decide ? { elicitation: { form: {} } } : {} },
  )
  if (decide) {
    client.setRequestHandler('elicitation/create', ({ params }) => ({ action: decide(params.message), content: {} }))
  }
  await client.connect(transport)
  return {
    client,
    close: () => client.close(),
    async call(name: string, args: Fields = {}): Promise<ToolReply> {
      const { isError, structuredContent, content } = await client.callTool({ name, arguments: args })
      return {
        isError: isError === true,
        facts: structuredContent as Fields,
        content: content as ToolReply['content'],
      }
    },
  }
}
