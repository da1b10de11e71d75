import { once } from 'node:events'
import { createServer, Socket } from 'node:net'
import pg from 'pg'

/**
 * The code of the first message of a client that cancels a query instead of beginning a session. `terminate` is the
 * type of the message that ends a session.
 * @see https://www.postgresql.org/docs/18/protocol-message-formats.html (read 2026-11-22)
 */
const cancelRequest = 80_877_102
const terminate = String.fromCharCode(0x58)
const ignored = new Set(['user', 'database', 'client_encoding', 'application_name'])

/** The settings that are applied to a server connection before a client gets it. */
const tracked = new Set(['DateStyle', 'TimeZone', 'standard_conforming_strings'])

export interface TransactionPooler {
  /** The URL of the database through the pooler. */
  url: string
  close(): Promise<void>
}

interface Client {
  socket: Socket
  server: Socket | null
  /** The number of queries and synchronizations whose end the server has not reported. */
  open: number
  /** The statements that apply the settings of the startup message. */
  settings: string
  /** Whether the server has not reported the end of these statements, which the client did not send. */
  isSettling: boolean
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const text = (...words: string[]): Buffer => Buffer.from(`${words.join('\0')}\0`)
const number = (value: number): Buffer => Buffer.from([0, 0, 0, value])
const welcome = Buffer.concat([
  message('R', number(0)),
  message('S', text('server_version', '18.0')),
  message('S', text('client_encoding', 'UTF8')),
  message('S', text('standard_conforming_strings', 'on')),
  message('K', Buffer.alloc(8)),
  message('Z', Buffer.from('I')),
])

/**
 * Returns a function that takes the chunks of a connection in order and calls `found` with the type and the bytes of
 * each message, once it has arrived completely.
 */
function messagesOf(found: (type: string, whole: Buffer) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0)
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
      const size = rest.readUInt32BE(1) + 1
      const whole = rest.subarray(0, size)
      rest = rest.subarray(size)
      found(String.fromCharCode(whole[0] ?? 0), whole)
    }
  }
}

/** Opens a connection to the server on which a session has begun, and removes the listeners of `pg` from it. */
async function openServer(url: string): Promise<Socket> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { stream } = client.connection
  if (!(stream instanceof Socket)) throw new Error('the database is not connected by a socket')
  for (const event of ['data', 'error', 'close', 'end'] as const) stream.removeAllListeners(event)
  return stream.on('error', () => {})
}

/** Assigns the server connections to clients, and keeps what clients without one have sent. */
class Pool {
  readonly #usedBy = new Map<Socket, Client | null>()
  readonly #waiting: Client[] = []
  readonly #held = new Map<Client, Buffer[]>()
  readonly #open: () => Promise<Socket>
  #isClosed = false

  constructor(open: () => Promise<Socket>) {
    this.#open = open
  }

  /** Opens a server connection, which is assigned to the next client at once and at the end of each transaction. */
  async add(): Promise<void> {
    const server = await this.#open()
    if (this.#isClosed) {
      server.destroy()
      return
    }
    const read = messagesOf((type, whole) => {
      const client = this.#usedBy.get(server)
      if (client?.isSettling) {
        client.isSettling = type !== 'Z'
        return
      }
      client?.socket.write(whole)
      if (type !== 'Z' || !client) return
      client.open--
      if (client.open > 0 || whole[5] !== 'I'.charCodeAt(0)) return
      client.server = null
      this.#give(server)
    })
    server.on('data', read)
    this.#give(server)
  }

  /** Replaces the server connection of a client that has left within a transaction, which ends with it. */
  async leave(client: Client): Promise<void> {
    const { server } = client
    this.#held.delete(client)
    if (this.#waiting.includes(client)) this.#waiting.splice(this.#waiting.indexOf(client), 1)
    if (!server) return
    this.#usedBy.delete(server)
    server.destroy()
    await this.add()
  }

  /** Sends a client's message to its server connection, or keeps it until the client has one. */
  pass(client: Client, type: string, whole: Buffer): void {
    if (type === terminate) return void client.socket.end()
    if (type === 'Q' || type === 'S') client.open++
    if (client.server) return void client.server.write(whole)
    const chunks = this.#held.get(client)
    if (chunks) return void chunks.push(whole)
    this.#held.set(client, [whole])
    this.#waiting.push(client)
    const free = [...this.#usedBy].find(([, user]) => user === null)?.[0]
    if (free) this.#give(free)
  }

  close(): void {
    this.#isClosed = true
    for (const server of this.#usedBy.keys()) server.destroy()
  }

  #give(server: Socket): void {
    const next = this.#waiting.shift()
    this.#usedBy.set(server, next ?? null)
    if (next === undefined) return
    next.server = server
    next.isSettling = true
    server.write(message('Q', text(next.settings)))
    for (const chunk of this.#held.get(next) ?? []) server.write(chunk)
    this.#held.delete(next)
  }
}

/**
 * Reads the first message of a client, responds to it and returns the statements that apply its settings. Returns
 * undefined if its session does not begin: for a cancel request, which gets no response, and for an unsupported startup
 * parameter.
 */
function begin(socket: Socket, first: Buffer): string | undefined {
  if (first.readUInt32BE(4) === cancelRequest) return undefined
  const words = first.subarray(8, -2).toString().split('\0')
  const names = words.filter((_, at) => at % 2 === 0)
  const unknown = names.find((name) => !ignored.has(name) && !tracked.has(name))
  if (unknown === undefined) {
    socket.write(welcome)
    const settings = names.filter((name) => tracked.has(name))
    return settings.map((name) => `set ${name} = ${words[words.indexOf(name) + 1]};`).join(' ')
  }
  const fields = text('SFATAL', 'C08P01', `Munsupported startup parameter: ${unknown}`, '')
  socket.end(message('E', fields))
  return undefined
}

/**
 * Starts a pooler of the database at `url` in transaction mode, like PgBouncer, with `size` server connections. A
 * client has a server connection only until its transaction ends, so it loses its prepared statements and session
 * settings, which another client may get. If a client leaves within a transaction, its server connection is replaced.
 * Settings in the startup message are rejected, except for those that PgBouncer tracks: `client_encoding` and
 * `application_name` are ignored, and `DateStyle`, `TimeZone` and `standard_conforming_strings` applied to each server
 * connection that the client gets.
 */
export async function startTransactionPooler(url: string, { size }: { size: number }): Promise<TransactionPooler> {
  const clients = new Set<Client>()
  const pool = new Pool(() => openServer(url))
  for (let opened = 0; opened < size; opened++) await pool.add()
  const server = createServer((socket) => {
    const client: Client = { socket, server: null, open: 0, settings: '', isSettling: false }
    clients.add(client)
    socket.on('error', () => {})
    socket.once('data', (first: Buffer) => {
      const settings = begin(socket, first)
      if (settings === undefined) return
      client.settings = settings
      const read = messagesOf((type, whole) => pool.pass(client, type, whole))
      socket.on('data', read)
    })
    socket.once('close', () => {
      clients.delete(client)
      // Without the database, no connection takes its place.
      pool.leave(client).catch(() => {})
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const pooled = new URL(url)
  pooled.port = String(typeof address === 'object' && address ? address.port : 0)
  return {
    url: pooled.href,
    async close() {
      for (const { socket } of clients) socket.destroy()
      pool.close()
      server.close()
      await once(server, 'close')
    },
  }
}
