import type { Platform } from '@carillon/domain'

/** The party at fault when a publish fails: the post, the account's connection, the network or Carillon. */
export type Blame = 'post' | 'account' | 'network' | 'carillon'

/** The state of a network by its recent calls; `quiet` means that there were too few calls to judge. */
export type NetworkState = 'up' | 'slow' | 'down' | 'quiet'

export interface OutcomeCounts {
  published: number
  /** The numbers of failed publishes, by whose fault they are. */
  failed: Record<Blame, number>
  unknown: number
  /** Publishes that had not ended when they were counted. */
  open: number
}

export interface InstallationStatus {
  /** The time at which it was read, in RFC 3339. */
  at: string
  /**
   * The configured networks and their states, with the numbers of calls of the last ten minutes that determine them.
   */
  networks: { platform: Platform; state: NetworkState; calls: number; failed: number; slow: number }[]
  publishes: {
    /** The number of days counted, including today. */
    days: number
    total: OutcomeCounts
    /** Only networks with publishes. */
    networks: ({ platform: Platform } & OutcomeCounts)[]
    /** Only days (UTC, YYYY-MM-DD) with publishes, oldest first. */
    daily: ({ day: string } & OutcomeCounts)[]
  }
}
