import { createInterface } from 'node:readline'
import { openInstallation } from './installation.ts'
const machine = await import('./machine.ts') as any; const processorTime = machine.processorTime ?? (() => 0); const serverOf = machine.serverOf ?? (async () => 0)
const installation = await openInstallation()
const [gateway, worker, client] = await Promise.all([installation.start('gateway', JSON.parse(process.env['GW'] ?? '{}')), installation.start('worker'), installation.start('load')])
const accountId = await installation.connect()
const body = JSON.stringify({ platform: 'bluesky', accountId, text: 'Hello from the bench' })
const headers = { authorization: `Bearer ${installation.apiKey}`, 'content-type': 'application/json' }
const server = await serverOf(installation.context)
const kinds: Record<string, object> = {
  publish: { method: 'POST', url: `${gateway.ready['url']}/api/v1/posts`, headers, body, connections: 32, seconds: 4 },
  one: { method: 'POST', url: `${gateway.ready['url']}/api/v1/posts`, headers, body, connections: 1, seconds: 4 },
  get: { url: `${gateway.ready['url']}/api/v1/profiles/${installation.profileId}`, headers, connections: 32, seconds: 3 },
}
const cpu = async () => ({ g: await gateway.ask<number>('cpu'), w: await worker.ask<number>('cpu'), d: processorTime(server) })
console.log('READY')
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'end') break
  const request = kinds[line] as { seconds: number }
  const before = await cpu()
  const { perSecond, p50, p99 } = await client.ask<{ perSecond: number; p50: number; p99: number }>('load', request)
  await new Promise((done) => setTimeout(done, 300))
  const after = await cpu()
  const n = perSecond * request.seconds
  console.log('RESULT ' + JSON.stringify({ perSecond, p50, p99, g: (after.g - before.g) / n, w: (after.w - before.w) / n, d: ((after.d - before.d) / n) || 0 }))
}
await installation.close(); process.exit(0)
