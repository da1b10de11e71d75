import type { Request, Response, Router } from 'express'
import type { ConsentOutcome, ConsentWalk } from './consent/walk.ts'
import type { NetworkFault, ThrottleDetails } from './faults.ts'
import type { Records } from './snapshot/records.ts'
import type { WatchedCall } from './watched-call.ts'

/** An image or video that a simulated network has stored, as `GET /state/{network}` shows it. */
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
   * the sandbox serves them.
   */
  keep(bytes: Buffer, contentType: string, altText?: string | null): Promise<HeldMedia>
  /**
   * Fetches a public URL like the network's crawler, at most 512 MiB within one minute. Throws an `Error` if that fails
   * or the response is not 200.
   */
  pull(url: string): Promise<{ bytes: Buffer; contentType: string }>
}

/** A change of the app's settings at the network, for which the start page has a button. */
export interface AppPreset {
  label: string
  /** The state after the change, in words. */
  about: string
  /** The fields to send with `POST /person/app`. */
  set: Readonly<Record<string, unknown>>
}

/** What the start page shows of the developer's app at the network. */
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
  /** All HTTP endpoints of the network, including its consent page; mounted at `/{name}`. */
  router: Router
  /**
   * Returns the operation name of a call in faults and the journal, such as `posts.create`, `media.upload` or
   * `oauth.token`; undefined for pages for users. It is called before the body is read, so it has only the method, the
   * path (relative to the mount), the query and the headers.
   */
  operation(request: Request): string | undefined
  /** Responds to a call with a fault in the network's error format, with its headers. */
  sendFault(fault: NetworkFault, request: Request, response: Response, details?: ThrottleDetails): void
  /** Whether the network uses the `details` of `throttle`. */
  hasThrottleCodes?: true
  /** Revokes all tokens of an account, or of all accounts, including refresh tokens; for the fault `revoke-token`. */
  revokeTokens(handle?: string): void | Promise<void>
  /** Returns the network's state for `GET /state/{name}`, with at least `accounts` and `posts`. */
  state(): Record<string, unknown> | Promise<Record<string, unknown>>
  /** The objects with the network's state that a snapshot contains, keyed by name. */
  records?: Records
  /**
   * The actions of simulated users other than consent, keyed by name, for `POST /person/{name}` with `{network, …}`.
   */
  person: Record<string, (body: Record<string, unknown>) => Promise<unknown> | unknown>
  /** Handles `POST /app`: changes the settings of the app's webhooks and returns all of them. */
  configureApp?(body: Record<string, unknown>): Promise<object>
  /** The developer's app, if the action `app` can change its settings. */
  app?: AppView
  /** The URLs of the network's servers, if there are others than `baseUrl`, keyed by name. */
  urls?: Record<string, string>
  /** The environment variables that a Carillon on this machine needs in order to use the network. */
  environment?: Record<string, string>
  /** How a user goes through the consent pages, if `renderConsent` does not create them. */
  consent?: {
    /** Returns whether an authorization URL belongs to this network. */
    owns(authorizationUrl: URL): boolean
    walk(walk: ConsentWalk): Promise<ConsentOutcome>
  }
  /** Set if the network's servers are started by the first call that needs them, which waits. */
  startsOnFirstUse?: true
  /** Stops the network's own servers and timers. */
  close?(): Promise<void>
}

/** How the sandbox creates a simulated network. */
export interface NetworkFactory<Made extends Network = Network> {
  name: string
  /** The display name of the network on the start page. Default: the name. */
  title?: string
  make(context: SandboxContext, frame: Frame): Made | Promise<Made>
}

/** What the sandbox provides to a network beyond its context: the same object for all networks of a sandbox. */
export interface Frame {
  /** Records a call and injects pending faults, for calls that do not arrive through the sandbox's own server. */
  watch(call: WatchedCall): Promise<void>
  /** Returns by how many ms the sandbox's clock has been advanced since a time (in ms) of the machine's clock. */
  movedSince(machineMs: number): number
  /** The folder for files that the next process can use; null for none. */
  dataDir: string | null
  /** The host on which the network listens. */
  host: string
  /** The origin of the gateway to which webhooks are sent; null for none. */
  gatewayUrl: string | null
  /**
   * The first port for the network's own servers, so that URLs remain the same if the ports are free; 0 for any port.
   */
  portsFrom: number
}
