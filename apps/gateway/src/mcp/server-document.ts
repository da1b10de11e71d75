import type { Backend } from '../backend.ts'
import type { Route } from '../route.ts'

/** Returns a host name as package names write it: reversed, such as `com.example.api`. */
const reversed = (hostname: string): string =>
  hostname
    .replace(/[^a-z0-9.-]/gi, '')
    .split('.')
    .toReversed()
    .join('.') || 'localhost'

/**
 * Returns the JSON entry of this installation for a registry of MCP servers.
 * @see https://modelcontextprotocol.io/registry/remote-servers (read 2026-11-25)
 */
function serverDocument({ publicUrl, service }: Backend): string {
  const authorization = {
    name: 'Authorization',
    description: 'Bearer and an API key of Carillon; the preset assistant is enough.',
    isRequired: true,
    isSecret: true,
  }
  return JSON.stringify({
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: `${reversed(new URL(publicUrl).hostname)}/carillon`,
    title: 'Carillon',
    description: 'Publish to social networks, read and answer comments and messages; never twice.',
    version: service.carillonVersion,
    websiteUrl: `${publicUrl}/docs`,
    remotes: [{ type: 'streamable-http', url: `${publicUrl}/mcp`, headers: [authorization] }],
  })
}

/** The route of the entry of this installation for a registry of MCP servers. */
export const serverDocumentRoute: Route = {
  path: '/docs/server.json',
  headers: 'docs',
  withoutDatabase: true,
  get: (backend) => (_req, res) => {
    res.setHeader('Cache-Control', 'no-cache')
    res.type('json').send(serverDocument(backend))
  },
}
