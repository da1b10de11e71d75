import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { certificateOf, trustTestAuthority } from './certificates.ts'
import { type Fault, type FaultName, faults } from './faults.ts'

/** A server on loopback that injects one fault into every connection. */
export interface AdverseHost {
  name: FaultName
  fault: Fault
  port: number
  /**
   * The timeout in ms that a test sets for a call to this host: short if the fault is that nothing arrives, long if the
   * caller has to notice the fault itself, even on a busy machine.
   */
  deadlineMs: number
  /** `https://localhost:<port>`. */
  origin: string
  /** Resolves once the callers have closed all their connections. */
  allClosed(): Promise<void>
  close(): Promise<void>
}

/**
 * Passes a connection to the fault. Data that the fault does not read is discarded, so that a closed connection is
 * noticed.
 */
function serveTo({ serve }: Fault, socket: Socket, raw: Socket): void {
  socket.on('error', () => undefined)
  serve(Object.assign(socket, { reset: () => void raw.resetAndDestroy() }))
  socket.resume()
}

function serverOf(fault: Fault): Server {
  if (fault.layer !== 'tls') return createServer((socket) => serveTo(fault, socket, socket))
  const raw = new Map<number | undefined, Socket>()
  const server = createTlsServer(certificateOf(fault.certificate ?? 'valid'), (socket) => {
    serveTo(fault, socket, raw.get(socket.remotePort) ?? socket)
  })
  server.on('connection', (socket: Socket) => {
    const { remotePort } = socket
    raw.set(remotePort, socket)
    socket.once('close', () => raw.delete(remotePort))
  })
  return server.on('tlsClientError', () => undefined)
}

/** Starts a server on loopback that injects this fault. */
async function startAdverseHost(name: FaultName): Promise<AdverseHost> {
  const fault: Fault = faults[name]
  const open = new Set<Socket>()
  const server = serverOf(fault)
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => undefined).once('close', () => open.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port')
  const { port } = address
  if (fault.layer === 'none') server.close()
  return {
    name,
    fault,
    port,
    deadlineMs: fault.ends === 'timeout' ? 400 : 60_000,
    origin: `https://localhost:${port}`,
    async allClosed() {
      await Promise.all([...open].map((socket) => once(socket, 'close')))
    },
    async close() {
      for (const socket of open) socket.destroy()
      if (server.listening) await new Promise((done) => server.close(done))
    },
  }
}

/**
 * Runs `test` with a server that injects this fault, then waits until the callers have closed all connections to it:
 * with a leaked connection the test does not end. From then on, this process trusts only the test certificates.
 */
export async function withAdverseHost(name: FaultName, test: (host: AdverseHost) => Promise<void>): Promise<void> {
  trustTestAuthority()
  const host = await startAdverseHost(name)
  try {
    await test(host)
    await host.allClosed()
  } finally {
    await host.close()
  }
}

/** Returns the names of the faults for which `take` returns true; all if omitted. */
export function faultNames(take: (fault: Fault) => boolean = () => true): FaultName[] {
  const isFault = (name: string): name is FaultName => name in faults
  return Object.keys(faults)
    .filter(isFault)
    .filter((name) => take(faults[name]))
}
