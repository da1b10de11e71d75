import { connect, createServer, type Socket } from 'node:net'

/**
 * When a connection breaks: before the server receives the commit, before its response arrives, or at the query after
 * that.
 */
type Break = 'before-commit' | 'before-response' | 'after-response'

/** A way to the database that breaks on order. */
export interface FlakyDatabase {
  url: string
  /**
   * The next connection that commits breaks, or over which a message with `text` goes, which is a transaction of its
   * own; with `forGood` nobody gets through any more.
   */
  breakNext(when: Break, options?: { forGood?: boolean; text?: string }): void
  /** The connection over which the message with this number goes breaks, before the message or before its response. */
  breakAtMessage(number: number, when: Break): void
  /** Whether that message was reached. */
  hasBroken(): boolean
  /** Resolves when that message is reached. */
  broken(): Promise<void>
  /** Resolves at the first response to a message with `text` from now on. */
  responded(text: string): Promise<void>
  /** The ports from which the connections of this way reach the server. */
  ports(): number[]
  /** Breaks what there is and lets nobody through. */
  goDown(): void
  comeUp(): void
  close(): Promise<void>
}

/** A simple query that says commit, as the driver's transactions send it. */
const commit = Buffer.from('Q\0\0\0\x0bcommit\0', 'latin1')

export async function startFlakyDatabase(databaseUrl: string): Promise<FlakyDatabase> {
  const { port, hostname } = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const reaching = new Set<Socket>()
  let isDown = false
  let planned: { when: Break; forGood: boolean; text: string | Buffer } | null = null
  let counted: { left: number; when: Break } | null = null
  let hasBroken = false
  let reached = Promise.withResolvers<void>()
  let watched: { text: string; resolve(): void } | null = null

  function goDown(): void {
    isDown = true
    for (const socket of sockets) socket.resetAndDestroy()
  }

  const server = createServer((near) => {
    if (isDown) return void near.resetAndDestroy()
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) sockets.add(socket.on('error', () => {}))
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    reaching.add(far.on('close', () => reaching.delete(far)))
    let breaking: { when: Break; forGood: boolean } | null = null
    let awaited: (() => void) | null = null
    function cut(): void {
      if (breaking?.forGood) goDown()
      else near.resetAndDestroy()
    }
    near.on('data', (chunk: Buffer) => {
      if (breaking) return cut()
      if (counted && --counted.left === 0) {
        breaking = { when: counted.when, forGood: false }
        counted = null
        hasBroken = true
        reached.resolve()
        if (breaking.when === 'before-commit') return cut()
      }
      if (planned !== null && chunk.includes(planned.text)) {
        breaking = planned
        planned = null
        if (breaking.when === 'before-commit') return cut()
      }
      if (watched !== null && chunk.includes(watched.text)) {
        awaited = watched.resolve
        watched = null
      }
      far.write(chunk)
    })
    // The server's response shows that it has committed.
    far.on('data', (chunk) => {
      if (breaking?.when === 'before-response') return cut()
      near.write(chunk)
      awaited?.()
      awaited = null
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const url = new URL(databaseUrl)
  url.port = String(typeof address === 'object' && address ? address.port : 0)
  return {
    url: url.href,
    breakNext(when, { forGood = false, text = commit } = {}) {
      planned = { when, forGood, text }
    },
    breakAtMessage(number, when) {
      counted = { left: number, when }
      hasBroken = false
      reached = Promise.withResolvers()
    },
    hasBroken: () => hasBroken,
    broken: () => reached.promise,
    responded(text) {
      const { promise, resolve } = Promise.withResolvers<void>()
      watched = { text, resolve }
      return promise
    },
    ports: () => [...reaching].flatMap(({ localPort }) => localPort ?? []),
    goDown,
    comeUp() {
      isDown = false
    },
    async close() {
      const closed = new Promise((done) => server.close(done))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
