import { type Duplex, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { constants, createBrotliCompress, gzipSync } from 'node:zlib'
import type { CertificateKind } from './certificates.ts'

/** The server's end of a caller's connection, before or after TLS. */
export interface AdverseSocket extends Duplex {
  /** Resets the TCP connection. */
  reset(): void
}

/** A fault that a host injects into a call. */
export interface Fault {
  /**
   * `none`: nothing listens on the port. `tcp`: the fault occurs before or during the TLS handshake, and the host has
   * no certificate. `tls`: the host has a certificate, and the fault is that certificate or occurs after the handshake.
   */
  layer: 'none' | 'tcp' | 'tls'
  /** Only for the layer `tls`: the kind of the host's certificate; `valid` if absent. */
  certificate?: CertificateKind
  /**
   * The kind of error that the caller reports: the connection fails, the deadline passes, the response is too large or
   * invalid.
   */
  ends: 'network' | 'timeout' | 'too_large' | 'bad_body'
  /** Set if status and headers of the response arrive before the fault. */
  responds?: true
  /** Words about the host's certificate that the caller's error contains; absent for other faults. */
  says?: string
  /** Handles a connection, by which the fault is injected. */
  serve(socket: AdverseSocket): unknown
}

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'
const DRIP_MS = 20
const BOMB_PIECES = 64
const BOMB_PIECE_BYTES = 4 * 1024 * 1024

const silence = () => undefined
const onRequest = (respond: (socket: AdverseSocket) => unknown) => (socket: AdverseSocket) => {
  socket.once('data', () => respond(socket))
}
const responding = (text: string) => onRequest((socket) => socket.write(text))

function dripping(head: string, drop: string) {
  return onRequest((socket) => {
    socket.write(head)
    const timer = setInterval(() => socket.write(drop), DRIP_MS)
    socket.once('close', () => clearInterval(timer))
  })
}

/**
 * Returns the `serve` of a fault that responds with `head` and then with `piece`, again and again, for as long as the
 * caller reads.
 */
function pouring(head: string, piece: string) {
  return onRequest((socket) => {
    const pour = () => {
      while (!socket.destroyed && socket.write(piece));
    }
    socket.on('drain', pour)
    socket.write(head)
    pour()
  })
}

/**
 * Returns the `serve` of a fault that sends `body`: 256 MiB of zeros, compressed with `encoding` to less than 1 MiB.
 * The last byte is missing, so that the connection cannot be kept.
 */
function bomb(encoding: string, body: () => Buffer | Promise<Buffer>) {
  return onRequest(async (socket) => {
    const bytes = await body()
    socket.write(`${HEAD}content-encoding: ${encoding}\r\ncontent-length: ${bytes.length + 1}\r\n\r\n`)
    socket.write(bytes)
  })
}

function gzipBomb(): Buffer {
  const piece = gzipSync(Buffer.alloc(BOMB_PIECE_BYTES))
  return Buffer.concat(Array.from({ length: BOMB_PIECES }, () => piece))
}

/** Compressed piece by piece: the host runs in the process of its caller, whose memory the tests measure. */
async function brotliBomb(): Promise<Buffer> {
  const piece = Buffer.alloc(BOMB_PIECE_BYTES)
  const pieces = Readable.from(Array.from({ length: BOMB_PIECES }, () => piece))
  const compressed = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
  return buffer(pieces.pipe(compressed))
}

const withCertificate = (certificate: CertificateKind, says: string): Fault => ({
  layer: 'tls',
  certificate,
  ends: 'network',
  says,
  serve: silence,
})

/**
 * Ways in which a foreign host can fail a call to it, keyed by a name that completes the sentence "The host …".
 */
export const faults = {
  'accepts no connections': { layer: 'none', ends: 'network', serve: silence },
  'resets the connection before TLS': { layer: 'tcp', ends: 'network', serve: (socket) => socket.reset() },
  'resets the connection during TLS': {
    layer: 'tcp',
    ends: 'network',
    serve: onRequest((socket) => socket.reset()),
  },
  'closes the connection before TLS': { layer: 'tcp', ends: 'network', serve: (socket) => socket.end() },
  'speaks HTTP without TLS': {
    layer: 'tcp',
    ends: 'network',
    serve: (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
  },
  'accepts and never speaks TLS': { layer: 'tcp', ends: 'timeout', serve: silence },
  'has an expired certificate': withCertificate('expired', 'has expired'),
  'has a certificate of the future': withCertificate('future', 'is not valid yet'),
  'has a self-signed certificate': withCertificate('self-signed', 'is self-signed'),
  'has the certificate of another host': withCertificate('other name', 'is for another host name'),
  'has a certificate of an unknown issuer': withCertificate('untrusted issuer', 'was issued by an authority'),
  'resets the connection after TLS': { layer: 'tls', ends: 'network', serve: (socket) => socket.reset() },
  'resets the connection after the request': {
    layer: 'tls',
    ends: 'network',
    serve: onRequest((socket) => socket.reset()),
  },
  'is silent after TLS': { layer: 'tls', ends: 'timeout', serve: silence },
  'sends its headers byte by byte': { layer: 'tls', ends: 'timeout', serve: dripping(`${HEAD}x-drip: `, '.') },
  'sends its body byte by byte': {
    layer: 'tls',
    ends: 'timeout',
    responds: true,
    serve: dripping(`${HEAD}content-length: 100000\r\n\r\n`, '.'),
  },
  'is silent after its headers': {
    layer: 'tls',
    ends: 'timeout',
    responds: true,
    serve: responding(`${HEAD}content-length: 1000\r\n\r\n`),
  },
  'resets the connection within the body': {
    layer: 'tls',
    ends: 'network',
    responds: true,
    serve: onRequest((socket) => socket.write(`${HEAD}content-length: 1000\r\n\r\npart`, () => socket.reset())),
  },
  'ends the body before its length': {
    layer: 'tls',
    ends: 'network',
    responds: true,
    serve: onRequest((socket) => socket.end(`${HEAD}content-length: 1000\r\n\r\npart`)),
  },
  'gives two lengths': {
    layer: 'tls',
    ends: 'bad_body',
    serve: responding(`${HEAD}content-length: 4\r\ncontent-length: 5\r\n\r\nparts`),
  },
  'speaks no HTTP': { layer: 'tls', ends: 'network', serve: responding('SSH-2.0-server\r\n\r\n') },
  'sends headers without end': {
    layer: 'tls',
    ends: 'network',
    serve: pouring(HEAD, `x-more: ${'.'.repeat(1000)}\r\n`),
  },
  'sends interim responses without end': {
    layer: 'tls',
    ends: 'timeout',
    serve: dripping('', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(10)),
  },
  'sends a damaged gzip body': {
    layer: 'tls',
    ends: 'bad_body',
    responds: true,
    serve: responding(`${HEAD}content-encoding: gzip\r\ncontent-length: 100\r\n\r\nnot gzipped!`),
  },
  'sends a gzip bomb': { layer: 'tls', ends: 'too_large', responds: true, serve: bomb('gzip', gzipBomb) },
  'sends a brotli bomb': { layer: 'tls', ends: 'too_large', responds: true, serve: bomb('br', brotliBomb) },
} satisfies Record<string, Fault>

export type FaultName = keyof typeof faults
