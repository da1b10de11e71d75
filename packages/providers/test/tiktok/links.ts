import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The public links of publishes, as the service gives them: one for each item and attempt, closed when an attempt is settled. */
export interface Links {
  give(attempt: string, name: string, body: { bytes: Buffer; contentType: string }): string
  /** Closes what was not fetched; whether anything was, null when there were no links. */
  settle(attempt: string): boolean | null
  close(): Promise<void>
}

interface Link {
  attempt: string
  bytes: Buffer
  contentType: string
  fetched: boolean
  closed: boolean
}

export async function startLinks(): Promise<Links> {
  const links = new Map<string, Link>()
  const server = createServer((request, response) => {
    const link = links.get(request.url ?? '')
    if (!link || link.closed) return void response.writeHead(404).end()
    link.fetched = true
    response.writeHead(200, { 'content-type': link.contentType }).end(link.bytes)
  })
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening)
  })
  const { port } = server.address() as AddressInfo
  return {
    give(attempt, name, body) {
      const path = `/media/${attempt}/${name}`
      if (!links.has(path)) links.set(path, { attempt, fetched: false, closed: false, ...body })
      return `http://127.0.0.1:${port}${path}`
    },
    settle(attempt) {
      const own = [...links.values()].filter((link) => link.attempt === attempt)
      for (const link of own) link.closed ||= !link.fetched
      return own.length === 0 ? null : own.some(({ fetched }) => fetched)
    },
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
