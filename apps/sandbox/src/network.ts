import type { Request, Response, Router } from 'express'
import type { ConsentOutcome, ConsentWalk } from './consent/walk.ts'
import type { NetworkFault, ThrottleDetails } from './faults.ts'
import type { InterceptedResponse } from './intercepted-response.ts'
import type { Records } from './snapshot/records.ts'
import type { WatchedCall } from './watched-call.ts'

export interface PullOptions {
  /** `error`: a redirect is a failure, as for networks whose crawlers follow none. Default: `follow`. */
  redirect?: 'follow' | 'error'
}

/**
 * An image or video that a simulated network has stored, as `GET /state/{network}` shows it. `width` and `height` are
 * in pixels; null if they could not be read from the bytes.
 */
export interface HeldMedia {
  contentType: string
  bytes: number
  sha256: string
  width: number | null
  height: number | null
  altText: string | null
  /** The URL at which the sandbox serves the bytes. */
  url: string
}

/** The services that the sandbox provides to each simulated network. */
export interface SandboxContext {
  /** The URL at which callers reach the network, such as `http://localhost:8090/x`. */
  baseUrl: string
  /** Returns the time of the sandbox's clock, which `POST /clock` advances, in ms since the epoch. */
  now(): number
  /**
   * Stores the bytes of an image or video in the sandbox's file store. Returns their description, with the URL at which
   * the sandbox serves them. `altText` is the alternative text; null, the default, for none.
   */
  keep(bytes: Buffer, contentType: string, altText?: string | null): Promise<HeldMedia>
  /**
   * Fetches a public URL like the network's crawler, at most 512 MiB within one minute. With `redirect: 'error'`, a
   * redirect counts as a failure; by default it is followed. Throws an `Error` if the fetch fails or the response is
   * not 200.
   */
  pull(url: string, options?: PullOptions): Promise<{ bytes: Buffer; contentType: string }>
}

/** A change of the app's settings at the network, for which the start page has a button. */
export interface AppPreset {
  label: string
  /** The state after the change, in words. */
  about: string
  /** The fields to send with `POST /person/app`. */
  set: Readonly<Record<string, unknown>>
}

/** The developer's app at the network, as the start page shows it: its settings, and buttons that change them. */
export interface AppView {
  /** Returns all settings that `POST /person/app` can change, keyed by name. */
  settings(): object
  presets: readonly AppPreset[]
}

/**
 * One simulated network. `apps/sandbox/src/<network>/index.ts` exports a function that creates it from a
 * `SandboxContext`.
 */
export interface Network {
  /** The name under which the network is mounted, recorded, and queried by `GET /state/{name}`. */
  name: string
  /**
   * The HTTP endpoints of the network below `baseUrl`, including its consent page if it is there; mounted at `/{name}`.
   */
  router: Router
  /**
   * Returns the operation name of a call in faults and the journal, such as `posts.create`, `media.upload` or
   * `oauth.token`; undefined for pages for users. It is called before the body is read, so it has only the method, the
   * path (relative to the mount), the query and the headers.
   */
  operation(request: Request): string | undefined
  /** Responds to a call with a fault in the network's error format, with its headers. */
  sendFault(fault: NetworkFault, request: Request, response: Response, details?: ThrottleDetails): void
  /**
   * Returns whether a response with a status below 400 rejects the call, so that faults which need an accepted call
   * wait for the next one. Every status of 400 or above rejects the call.
   */
  isRejection?(response: InterceptedResponse): boolean
  /**
   * Set if `sendFault` uses `details`. If absent, `POST /faults` rejects `code`, `subcode` and `usage` for this
   * network.
   */
  hasThrottleCodes?: true
  /**
   * Revokes all tokens, including refresh tokens, of the account with this handle or, without one, of all accounts. The
   * fault `revoke-token` calls it.
   */
  revokeTokens(handle?: string): void | Promise<void>
  /** Returns the network's state for `GET /state/{name}`, with at least `accounts` and `posts`. */
  state(): Record<string, unknown> | Promise<Record<string, unknown>>
  /** The objects with the network's state that a snapshot contains, keyed by name. */
  records?: Records
  /**
   * The actions of simulated users other than consent, keyed by name, for `POST /person/{name}` with `{network, …}`.
   * The response is the result with status 201. An error that an action throws becomes status 400 with its message, a
   * `StartError` status 503.
   */
  person: Record<string, (body: Record<string, unknown>) => Promise<unknown> | unknown>
  /**
   * Handles `POST /app`: changes the settings of the app's webhooks and returns all of them. Absent if the network
   * sends no webhooks, or has an endpoint of its own for this.
   */
  configureApp?(body: Record<string, unknown>): Promise<object>
  /** The developer's app; absent if the network has no action `app` that changes its settings. */
  app?: AppView
  /** The URLs of the network's servers, keyed by name; absent if `baseUrl` is the only one. */
  urls?: Record<string, string>
  /** The environment variables that a Carillon on this machine needs in order to use the network. */
  environment?: Record<string, string>
  /**
   * How a simulated user goes through the network's consent pages. Absent if `renderConsent` renders them, as the
   * general `walkConsent` then does it.
   */
  consent?: {
    /** Returns whether an authorization URL belongs to this network. */
    owns(authorizationUrl: URL): boolean
    walk(walk: ConsentWalk): Promise<ConsentOutcome>
  }
  /** Set if the network's servers start with the first call that needs them, and that call waits for the start. */
  startsOnFirstUse?: true
  /** Stops the network's own servers and timers. */
  close?(): Promise<void>
}

/** How the sandbox creates a simulated network. */
export interface NetworkFactory<Made extends Network = Network> {
  name: string
  /** The display name of the network on the start page. Default: the name. */
  title?: string
  /** Creates the network, with its users and posts. */
  make(context: SandboxContext, frame: Frame): Made | Promise<Made>
}

/**
 * The services and settings that the sandbox provides to a network beyond its context: the same object for all networks
 * of a sandbox.
 */
export interface Frame {
  /** Records a call and injects pending faults, for calls that do not arrive through the sandbox's own server. */
  watch(call: WatchedCall): Promise<void>
  /** Returns by how many ms the sandbox's clock has been advanced since a time (in ms) of the machine's clock. */
  movedSince(machineMs: number): number
  /** The folder for files that the next process can use; null if the network must not store any. */
  dataDir: string | null
  /** The host on which the network's own servers have to listen. */
  host: string
  /** The origin of the gateway to which webhooks are sent; null for none. */
  gatewayUrl: string | null
  /**
   * The first port for the network's own servers, so that URLs remain the same if the ports are free; 0 for any port.
   */
  portsFrom: number
}
