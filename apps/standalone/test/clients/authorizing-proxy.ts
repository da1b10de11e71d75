import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface AuthorizingProxy {
  url: string
  close(): Promise<void>
}

/** A proxy that adds an API key to each request, for a tool that cannot send headers of its own. */
export async function startAuthorizingProxy(gatewayUrl: string, apiKey: string): Promise<AuthorizingProxy> {
  let own = ''
  const server = createServer((req, res) => {
    const { method = 'GET', headers } = req
    const sent = { ...headers, authorization: `Bearer ${apiKey}` }
    // A host and an origin of the proxy are those of the gateway; others are passed on as they are.
    for (const name of ['host', 'origin'] as const) {
      const value = sent[name]
      if (value?.endsWith(own)) sent[name] = `${value.slice(0, -own.length)}:${new URL(gatewayUrl).port}`
    }
    const onward = request(`${gatewayUrl}${req.url}`, { method, headers: sent }, (response) => {
      res.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(res)
    })
    onward.once('error', () => res.destroy())
    req.pipe(onward)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  own = `:${(server.address() as AddressInfo).port}`
  return {
    url: `http://127.0.0.1${own}`,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
