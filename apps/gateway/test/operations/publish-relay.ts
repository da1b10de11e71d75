import { connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** How the next request is treated: held back at a byte, for a time in milliseconds. */
interface Hold {
  at: number
  ms: number
}

/** A way to the gateway that holds requests back, and loses every response. */
export interface PublishRelay {
  /** Sends a request and resolves to the response, which its client never gets, once the gateway has ended it. */
  send(request: string, hold: Hold): Promise<string>
}

/** Opens a relay in front of a gateway. The client of a request is cut off as soon as it has sent it. */
export function publishRelay(gatewayUrl: string): PublishRelay {
  const { port, hostname } = new URL(gatewayUrl)

  function forward(request: Buffer, { at, ms }: Hold): Promise<string> {
    return new Promise((resolve, reject) => {
      const parts: Buffer[] = []
      const far = connect(Number(port), hostname, async () => {
        far.write(request.subarray(0, at))
        await sleep(ms)
        far.write(request.subarray(at))
      })
      far.on('data', (part: Buffer) => parts.push(part))
      far.on('error', reject)
      far.on('close', () => resolve(Buffer.concat(parts).toString()))
    })
  }

  return {
    async send(request, hold) {
      const received = Promise.withResolvers<Buffer>()
      const server = createServer((near) => {
        const parts: Buffer[] = []
        near.on('error', () => {})
        near.on('data', (part: Buffer) => parts.push(part))
        near.on('end', () => {
          near.destroy()
          received.resolve(Buffer.concat(parts))
        })
      })
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
      const address = server.address()
      if (address === null || typeof address === 'string') throw new Error('the relay has no port')
      const client = connect(address.port, '127.0.0.1', () => client.end(request))
      client.on('error', () => {})
      try {
        return await forward(await received.promise, hold)
      } finally {
        server.close()
      }
    },
  }
}
