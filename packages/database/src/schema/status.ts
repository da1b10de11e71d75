import type { Platform } from '@carillon/domain'
import type { WriteStatus } from './external-write.ts'

/** The calls of all processes to a network per minute. `minute` is the beginning of the minute. */
export interface NetworkMinuteTable {
  network: Platform
  minute: Date
  calls: number
  /**
   * The number of calls with a 5xx response or with no response. A call whose caller stopped waiting within 10 s,
   * before a response, is not counted as failed.
   */
  failed: number
  /** The number of calls that took longer than 10 s. A call can be both failed and slow. */
  slow: number
}

/**
 * The number of publishes created in each hour, by network, status and error code. `hour` is the beginning of the hour.
 */
export interface PublishHourTable {
  hour: Date
  network: Platform
  status: WriteStatus
  /** The error code of failed publishes; empty for others. */
  code: string
  publishes: number
}
