import type { Request, Response, Router } from 'express'
import type { ConsentOutcome, ConsentWalk } from './consent/walk.ts'
import type { NetworkFault, ThrottleDetails } from './faults.ts'
import type { Records } from './snapshot/records.ts'
import type { WatchedCall } from './watched-call.ts'

/** An image or video that a double holds, as `GET /state/{network}` shows it. Bytes are kept apart, see `FileStore`. */
export interface HeldMedia {
  contentType: string
  bytes: number
  sha256: string
  width: number | null
  height: number | null
  altText: string | null
  /** Where the sandbox shows the bytes. */
  url: string
}

/** The context that the sandbox passes to a simulated network. */
export interface SandboxContext {
  /** The origin that callers reach this double under, with its path: `http://localhost:8090/x`. */
  baseUrl: string
  /** Milliseconds since the epoch on the sandbox's clock, which `POST /clock` moves forward. */
  now(): number
  /** Keeps bytes and tells what they are; `show` is under the sandbox's own origin. */
  keep(bytes: Buffer, contentType: string, altText?: string | null): Promise<HeldMedia>
  /** Fetches a public link as the network's crawlers do; throws when it does not respond with 200. */
  pull(url: string): Promise<{ bytes: Buffer; contentType: string }>
}

/** A change of the app's settings that a developer meets at the network: the start page has a button for it. */
export interface AppPreset {
  label: string
  /** What is the case afterwards. */
  about: string
  /** Fields of `POST /person/app`. */
  set: Readonly<Record<string, unknown>>
}

/** What the start page shows of the developer's app. */
export interface AppView {
  /** All settings that `POST /person/app` changes, by name. */
  settings(): object
  presets: readonly AppPreset[]
}

/**
 * One network of the sandbox. A file `apps/sandbox/src/<network>/index.ts` exports a function from `SandboxContext` to
 * this.
 */
export interface Network {
  /** Name under which it is mounted, journalled and asked for its state. */
  name: string
  /** The network's whole HTTP surface, OAuth consent page included; mounted at `/{name}`. */
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

/** How the frame makes a network. */
export interface NetworkFactory<Made extends Network = Network> {
  name: string
  /** How the network writes its own name; the start page shows it. Default: the name. */
  title?: string
  make(context: SandboxContext, frame: Frame): Made | Promise<Made>
}

/** What a network needs of the frame beyond its context; one object for all networks of a sandbox. */
export interface Frame {
  /** Journal and faults for calls that do not come through the frame's own server. */
  watch(call: WatchedCall): Promise<void>
  /** By how many milliseconds the sandbox's clock was moved since a time (milliseconds) of the machine's clock. */
  movedSince(machineMs: number): number
  /** Where it may keep files for the next process; null: nowhere. */
  dataDir: string | null
  /** Where it listens. */
  host: string
  /** Origin of the gateway that webhooks are sent to; null when none was named. */
  gatewayUrl: string | null
  /** The first of the ports that such servers take when they are free, so that addresses stay the same; 0: any. */
  portsFrom: number
}
