import { createGateway } from '@carillon/gateway'
import { createLogger } from '@carillon/log'
import * as carillon from '@carillon/service'
import { seeded } from '../random.ts'
import { misuseCount, misuseFaults } from './attempt.ts'
import { type MisuseInstallation, runMisuse } from './run-misuse.ts'
import { drawWeaknesses, type Weakness } from './weaknesses.ts'

/** A weakness, with how many faults of its gateway the misuse run reported. */
export interface Looked extends Pick<Weakness, 'about' | 'misuse'> {
  found: number
  attempts: number
}

/** Misuses keys of gateways that have a drawn weakness each: the run has to report faults of all of them. */
export async function findWeaknesses(
  { cluster, misused }: MisuseInstallation,
  { seed, count, attempts }: { seed: number; count: number; attempts: number },
  report: (looked: Looked) => void = () => {},
): Promise<Looked[]> {
  const log = createLogger({ name: 'weak', level: 'fatal', destination: process.stderr })
  const context = await carillon.createContext(carillon.readConfig(cluster.env), { log })
  const looked: Looked[] = []
  try {
    for (const { about, misuse, replace } of drawWeaknesses(seeded(seed), misused, count)) {
      const service = { ...carillon, ...replace }
      const options = { log, host: '127.0.0.1', port: 0, publicUrl: 'http://127.0.0.1', service }
      const gateway = createGateway(context, options)
      const urls = [await gateway.listen()]
      const verdict = await runMisuse(
        { urls, misused },
        { seed, attempts, atOnce: 6, isSparing: true, untilFound: true, names: [misuse] },
      )
      await gateway.close()
      const one = { about, misuse, found: misuseFaults(verdict), attempts: misuseCount(verdict) }
      report(one)
      looked.push(one)
    }
  } finally {
    await context.close()
  }
  return looked
}
