import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ProcessLogger } from '@carillon/log'
import express from 'express'
import { createApp } from './app.ts'
import type { Backend, MinRate } from './backend.ts'
import { noteExpectation } from './body/expect-continue.ts'
import { keyedLimits, limitMemory, publicLimits } from './connection/body-memory.ts'
import type { IsTrusted } from './connection/caller-address.ts'
import { closeServer } from './connection/close-server.ts'
import { type ConnectionLimits, defaultLimits, limitConnections } from './connection/connection-limits.ts'
import { inTurn } from './connection/in-turn.ts'
import { type OpenConnections, trackConnections } from './connection/open-connections.ts'
import { rejectRaw } from './connection/raw-rejection.ts'
import { defaultUnreadLimits, limitUnread, type UnreadLimits } from './connection/unread-responses.ts'
import { createMetrics } from './metrics.ts'
import { type Context, service as carillon, type Service } from './service.ts'

export interface GatewayOptions {
  /** The functions of the service, of which tests replace some. Default: those of the package `service`. */
  service?: Service
  log: ProcessLogger
  host: string
  /** The port to listen on; 0 for any free port. */
  port: number
  publicUrl: string
  /**
   * The maximum size in bytes of a body that can contain media, if lower than its schema allows. Default: null, only
   * the schema limits it.
   */
  maxBodyBytes?: number | null
  /** Milliseconds after which work on a request is aborted, without receiving its body. Default: 120,000. */
  deadlineMs?: number
  /**
   * Milliseconds after which a connection on which nothing is sent or received is closed, but at least twice
   * `deadlineMs`. Default: ten minutes.
   */
  silentMs?: number
  /** The minimum rate at which a body has to arrive. Default: 1,966,080 bytes in each period of 30 s. */
  pace?: MinRate
  /** Default: 512 connections of one IP address, 8,192 of all. */
  connections?: ConnectionLimits
  /**
   * The maximum number of bytes of large responses that wait to be read. Default: 64 MiB of an organization, 256 MiB of
   * all.
   */
  unread?: UnreadLimits
  /**
   * Milliseconds for which a closing gateway still accepts requests, so that proxies see in its readiness that they
   * have to use another one; longer, up to 15 s, while proxies have not read it or still send requests. Skipped if it
   * is 0 or no proxy has checked readiness within the last minute. Default: 0.
   */
  drainMs?: number
  /** Milliseconds that requests in flight have to end when the gateway closes, after `drainMs`. Default: 25,000. */
  graceMs?: number
}

export interface Gateway {
  server: Server
  /** Starts to listen and resolves with the URL, such as `http://127.0.0.1:3000`; rejects if the port is in use. */
  listen(): Promise<string>
  /**
   * Reports not ready, waits for proxies, accepts no new connections, finishes the requests in flight, and aborts those
   * that take longer than `graceMs`. The context stays open.
   */
  close(): Promise<void>
}

const usualPace: MinRate = { bytes: 64 * 1024 * 30, everyMs: 30_000 }

/** A proxy that checked readiness within this time in ms is assumed to rely on it. */
const watchedMs = 60_000

/** Returns a function that closes a connection once the response in progress on it has been sent. */
function closerAfterResponse(): (socket: Socket, response: ServerResponse) => void {
  const closing = new WeakSet<ServerResponse>()
  return (socket, response) => {
    if (closing.has(response)) return
    closing.add(response)
    if (!response.headersSent) response.setHeader('Connection', 'close')
    response.once('finish', () => socket.destroySoon())
  }
}

/**
 * Rejects requests that cannot be parsed, and closes their connections. If the request before on the same connection is
 * still in progress, its response is sent, and no other: it would be taken for that of the earlier request.
 */
function rejectUnreadable(server: Server, open: OpenConnections, publicUrl: string): void {
  const closeAfter = closerAfterResponse()
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const response = open.responseOn(socket)
    const isResponding = response !== undefined && !response.writableFinished
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy()
    else if (isResponding && response.req.complete) closeAfter(socket, response)
    else if (isResponding && response.headersSent) socket.destroy()
    else rejectRaw(socket, error.code, publicUrl)
  })
}

function makeServer(listener: RequestListener): Server {
  // How long a body may take is decided by its route: uploads keep a pace, everything else is small.
  const timeouts = {
    headersTimeout: 15_000,
    requestTimeout: 30 * 60_000,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 5_000,
  }
  // A missing Host is rejected by the app, since Node's own response has neither id nor envelope.
  const server = createServer({ ...timeouts, requireHostHeader: false }, inTurn(listener))
  const withExpectation = (req: IncomingMessage, res: ServerResponse) => {
    noteExpectation(req)
    server.emit('request', req, res)
  }
  server.on('checkContinue', withExpectation)
  // 417 is for a server that cannot meet an expectation; an unknown expectation is ignored.
  server.on('checkExpectation', (req: IncomingMessage, res: ServerResponse) => server.emit('request', req, res))
  return server
}

/** Returns Express's function that recognizes the trusted proxies of the settings. */
function trustOf({ config }: Context): IsTrusted {
  return express().set('trust proxy', config.gateway.trustedProxies).get('trust proxy fn')
}

/** The readiness of the gateway, for proxies that check it: ready until it begins to stop. */
class Readiness {
  readonly #notReadySeen = new AbortController()
  #isStopping = false
  #checkedAt = Number.NEGATIVE_INFINITY

  /** Returns whether the gateway is stopping, to a proxy that checks it. */
  isStopping(): boolean {
    this.#checkedAt = performance.now()
    if (this.#isStopping) this.#notReadySeen.abort()
    return this.#isStopping
  }

  /**
   * Reports not ready from now on. Returns whether a proxy has checked readiness lately, and a signal that aborts when
   * one checks it again.
   */
  stop(): { isWatched: boolean; notReadySeen: AbortSignal } {
    this.#isStopping = true
    const isWatched = performance.now() - this.#checkedAt < watchedMs
    return { isWatched, notReadySeen: this.#notReadySeen.signal }
  }
}

function urlOf(server: Server): string {
  const at = server.address()
  if (at === null || typeof at === 'string') throw new Error('the server listens on no port')
  const { address, family, port } = at
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

/** Creates the gateway for a context. It accepts no connections until its `listen` is called. */
export function createGateway(context: Context, options: GatewayOptions): Gateway {
  const {
    service = carillon,
    log,
    publicUrl,
    maxBodyBytes = null,
    deadlineMs = 120_000,
    silentMs = 10 * 60_000,
    pace = usualPace,
    connections = defaultLimits,
    unread = defaultUnreadLimits,
    drainMs = 0,
    graceMs = 25_000,
  } = options
  const closing = new AbortController()
  const { signal } = closing
  const isTrusted = trustOf(context)
  const readiness = new Readiness()
  const metrics = createMetrics(context)
  const rules = { publicUrl, maxBodyBytes, deadlineMs, pace, isTrusted }
  const state = {
    keyedMemory: limitMemory(keyedLimits),
    publicMemory: limitMemory(publicLimits),
    unread: limitUnread(unread),
    closing: signal,
    isStopping: () => readiness.isStopping(),
  }
  const backend: Backend = { context, service, log, metrics, ...rules, ...state }
  const server = makeServer(createApp(backend))
  // Above every deadline: a request that is carried out is silent, too.
  server.timeout = Math.max(silentMs, 2 * deadlineMs)
  const open = trackConnections(server)
  rejectUnreadable(server, open, publicUrl)
  limitConnections(server, connections, { publicUrl, isTrusted: (address) => isTrusted(address, 0) })
  return {
    server,
    async listen() {
      server.listen(options.port, options.host)
      await once(server, 'listening')
      return urlOf(server)
    },
    close() {
      const { notReadySeen, isWatched } = readiness.stop()
      return closeServer(server, { open, closing, drainMs: isWatched ? drainMs : 0, notReadySeen, graceMs })
    },
  }
}
