import type { Exchange } from '../exchange.ts'
import { endpointOf } from './always.ts'
import { mutantsOf } from './generate.ts'
import type { Mutant } from './mutant.ts'
import { seededRandom } from './random.ts'

/** Which of the mutants of a run were caught. */
export interface MutationRun {
  caught: number
  survivors: readonly Mutant[]
}

/** The mutants of every run, unless MUTATION_SEED is another number. */
export const seed = Number(process.env['MUTATION_SEED'] ?? 20_261_123)

/** As many as are checked in less than a minute. */
const maxMutants = 4_000

/** How a mutant is listed, and held against the reasons of those that survive. */
export function nameOf({ side, kind, place, exchange }: Mutant): string {
  return `${side} ${kind} | ${endpointOf(exchange)} | ${place}`
}

/** Makes mistakes in recorded calls, drawn by the seed, and holds each against the contracts alone. */
export function runMutants(
  exchanges: readonly Exchange[],
  violations: (exchange: Exchange) => readonly string[],
): MutationRun {
  const mutants = mutantsOf(exchanges, seededRandom(seed)).slice(0, maxMutants)
  const survivors = mutants.filter(({ exchange }) => violations(exchange).length === 0)
  return { caught: mutants.length - survivors.length, survivors }
}
