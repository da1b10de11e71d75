/** Calls of all processes to a network in one minute. */
export interface NetworkMinuteTable {
  network: string
  minute: Date
  calls: number
  /** Calls without a response, and those that ended with a 5xx. */
  failed: number
  /** Calls that took longer than a limit of the service. */
  slow: number
}

/** How many of the publishes that were created in one hour have which outcome. */
export interface PublishHourTable {
  hour: Date
  network: string
  status: string
  /** The error code of those that failed; otherwise empty. */
  code: string
  publishes: number
}
