import type { Clock } from './clock.ts'
import type { Faults } from './faults.ts'
import type { Journal } from './journal.ts'
import type { Network } from './network.ts'

/** The state and services that the sandbox's own endpoints and pages work with. */
export interface Dependencies {
  clock: Clock
  journal: Journal
  faults: Faults
  /** The networks, keyed by name. Filled while the sandbox starts. */
  networks: Map<string, Network>
  /** The display names of the networks, keyed by name. */
  titles: ReadonlyMap<string, string>
}
