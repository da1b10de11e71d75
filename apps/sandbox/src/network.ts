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

/** What a simulated network gets from the sandbox. */
export interface SandboxContext {
  /** The URL at which callers reach the network: `http://localhost:8090/x`. */
  baseUrl: string
  /** Milliseconds since the epoch on the sandbox's clock, which `POST /clock` moves forward. */
  now(): number
  /** Stores bytes and returns facts about them, with a URL of the sandbox. */
  keep(bytes: Buffer, contentType: string, altText?: string | null): Promise<HeldMedia>
  /** Fetches a public URL like the network's crawler; throws unless the response is 200. */
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
   * The name that faults and the journal use for a call (`posts.create`, `media.upload`, `oauth.token` …); undefined
   * for pages of people. Asked before the body was read: method, path (relative to the mount), query and headers are
   * all there is.
   */
  operation(request: Request): string | undefined
  /** Responds to a call with the network's own error shape and headers, for faults that differ between networks. */
  sendFault(fault: NetworkFault, request: Request, response: Response, details?: ThrottleDetails): void
  /** Whether `details` of a throttle mean something to it. */
  hasThrottleCodes?: true
  /** `revoke-token`: every token of the account (or of everybody) stops working, refreshing included. */
  revokeTokens(handle?: string): void | Promise<void>
  /** What it holds: at least `accounts` and `posts`. */
  state(): Record<string, unknown> | Promise<Record<string, unknown>>
  /** The objects that hold its state, by name: what a snapshot contains of it. */
  records?: Records
  /** What people do on this network besides consenting, by name: `POST /person/{name}` with `{network, …}`. */
  person: Record<string, (body: Record<string, unknown>) => Promise<unknown> | unknown>
  /** `POST /app`: changes where and how the webhooks of the developer's app are posted; returns these settings. */
  configureApp?(body: Record<string, unknown>): Promise<object>
  /** The developer's app, when `person.app` changes its settings. */
  app?: AppView
  /** Where callers reach it and its fellows, when that is more than `baseUrl`. */
  urls?: Record<string, string>
  /** Environment variables with which a Carillon on this machine finds it and is known to it. */
  environment?: Record<string, string>
  /** How a person goes through its consent pages, when they are not made by `renderConsent`. */
  consent?: {
    /** Whether the authorization URL leads to this network. */
    owns(authorizationUrl: URL): boolean
    walk(walk: ConsentWalk): Promise<ConsentOutcome>
  }
  /** Its servers start with the first call that needs them, which waits for them. */
  startsOnFirstUse?: true
  /** Stops what it started besides its router. */
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
  /** By how many milliseconds the sandbox's clock was moved since a time (milliseconds) of the machine's clock. */
  movedSince(machineMs: number): number
  /** The folder for files that the next process can use; null for none. */
  dataDir: string | null
  /** The host on which the network listens. */
  host: string
  /** Origin of the gateway that webhooks are sent to; null when none was named. */
  gatewayUrl: string | null
  /** The first of the ports that such servers take when they are free, so that addresses stay the same; 0: any. */
  portsFrom: number
}
