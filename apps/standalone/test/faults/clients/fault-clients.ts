import { commandLineClient } from './command-line-client.ts'
import type { FaultClient } from './fault-client.ts'
import { libraryClient } from './library-client.ts'
import { mcpClient } from './mcp-client.ts'
import { n8nClient } from './n8n-client.ts'

/** Every client that must not post twice. */
export const faultClients: Readonly<Record<string, FaultClient>> = {
  library: libraryClient,
  'command-line': commandLineClient,
  mcp: mcpClient,
  n8n: n8nClient,
}
