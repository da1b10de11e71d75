import type { Platform } from '@carillon/domain'

/** Whose doing it is that a publish failed: of the post itself, the account's connection, the network, or Carillon. */
export type Blame = 'post' | 'account' | 'network' | 'carillon'

/** `quiet`: too few calls to tell. */
export type NetworkState = 'up' | 'slow' | 'down' | 'quiet'

export interface OutcomeCounts {
  published: number
  /** By whose doing they failed. */
  failed: Record<Blame, number>
  unknown: number
  /** Not ended when they were counted. */
  open: number
}

export interface InstallationStatus {
  /** When it was read, as RFC 3339. */
  at: string
  networks: { platform: Platform; state: NetworkState; calls: number; failed: number; slow: number }[]
  publishes: {
    /** The number of days that are counted, today included. */
    days: number
    total: OutcomeCounts
    networks: ({ platform: Platform } & OutcomeCounts)[]
    /** Days on which there were publishes, oldest first. */
    daily: ({ day: string } & OutcomeCounts)[]
  }
}
