import type { Clock } from './clock.ts'
import type { Faults } from './faults.ts'
import type { Journal } from './journal.ts'
import type { Network } from './network.ts'

/** Dependencies of the sandbox's own endpoints and pages. */
export interface Dependencies {
  clock: Clock
  journal: Journal
  faults: Faults
  /** Filled while the sandbox starts. */
  networks: Map<string, Network>
  /** How the networks write their own names, by name. */
  titles: ReadonlyMap<string, string>
}
