import { connect, type Socket } from 'node:net'

export interface RawReply {
  status: number
  head: string
  body: string
}

/** A connection on which bytes are sent as they are. */
export interface Raw {
  socket: Socket
  send(text: string): void
  /** Everything received up to the end of the connection. */
  all(): Promise<string>
  /** Resolves once what was received matches. */
  until(pattern: RegExp): Promise<string>
}

export function openRaw(url: string): Raw {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let received = ''
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const look of waiting) look()
  }
  let ended = false
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
    wake()
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    ended = true
    wake()
  })
  const when = (done: () => boolean) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        if (!done() && !ended) return
        waiting.delete(look)
        if (done()) resolve(received)
        else reject(new Error(`the connection ended after: ${received}`))
      }
      waiting.add(look)
      look()
    })
  return {
    socket,
    send: (text) => void socket.write(text, 'latin1'),
    all: () => when(() => ended),
    until: (pattern) => when(() => pattern.test(received)),
  }
}

export function parseRaw(text: string): RawReply {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), head, body: rest.join('\r\n\r\n') }
}
