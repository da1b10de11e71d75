import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FileServer {
  origin: string
  /** Paths in the order in which they were asked for. */
  asked: string[]
  close(): Promise<void>
}

/** The beginning of a response that is continued only by the test. */
type Serve = (response: ServerResponse) => void

/** Serves these bodies by their paths, or as they say; anything else is 404. */
export async function serveFiles(files: Readonly<Record<string, Buffer | string | Serve>>): Promise<FileServer> {
  const asked: string[] = []
  const server = createServer((req, res) => {
    const path = req.url ?? ''
    asked.push(path)
    const body = files[path]
    if (typeof body === 'function') return body(res)
    if (body === undefined) res.statusCode = 404
    res.end(body ?? 'nothing here')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
