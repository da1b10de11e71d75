// How tools for several networks usually publish on Bluesky: log in, create the record. Nothing is stored.
import type { AddressInfo } from 'node:net'
import express from 'express'
import { Agent, request } from 'undici'
import { endOn, handleCommands, healthCommands } from './asks.ts'

const { BENCH_NETWORK = '' } = process.env
const user = { identifier: 'grace.test', password: 'sandbox-password' }
const dispatcher = new Agent({ connections: 128, pipelining: 1 })

/** Calls a procedure of the server and returns its response. */
async function call(procedure: string, body: object, token?: string): Promise<Record<string, string>> {
  const response = await request(`${BENCH_NETWORK}/xrpc/com.atproto.${procedure}`, {
    dispatcher,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  const result = (await response.body.json()) as Record<string, string>
  if (response.statusCode !== 200) throw new Error(`${procedure}: ${response.statusCode} ${JSON.stringify(result)}`)
  return result
}

const app = express().disable('x-powered-by').disable('etag')

app.post('/posts', express.json(), async (req, res) => {
  const { did, accessJwt } = await call('server.createSession', user)
  const record = { $type: 'app.bsky.feed.post', text: req.body.text, createdAt: new Date().toISOString() }
  const { uri } = await call('repo.createRecord', { repo: did, collection: record.$type, record }, accessJwt)
  res.status(201).json({ uri })
})

handleCommands(healthCommands())
const server = app.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send?.({ type: 'ready', url: `http://127.0.0.1:${port}` })
})
endOn(async () => {
  server.closeAllConnections()
  await dispatcher.close()
})
