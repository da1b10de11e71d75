import type { EpochOptions, Failover } from '@carillon/database'
import type { ProcessLogger } from '@carillon/log'
import type { Config } from '../config/config.ts'
import type { Counters } from './counters.ts'

interface WatchParts {
  config: Pick<Config, 'promotesSynchronous'>
  counters: Counters
  log: ProcessLogger
}

/**
 * Builds the options with which the connections of a process notice a failover, the promotion of a database standby to
 * primary. The process that notices it first counts and logs it.
 */
export function createFailoverWatch({ config, counters, log }: WatchParts): EpochOptions {
  return {
    promotesSynchronous: config.promotesSynchronous,
    onFailover({ isComplete, completeUntil, marked }: Failover) {
      counters.add('database_failovers', [isComplete ? 'synchronous' : 'asynchronous'])
      if (isComplete) {
        log.warn({}, 'database server promoted, with every confirmed commit')
        return
      }
      const detail = 'What was committed after this time may be lost. List posts that are missing: restore report'
      log.error({ count: marked, at: completeUntil, detail }, 'database server promoted, open writes are looked up')
    },
  }
}
