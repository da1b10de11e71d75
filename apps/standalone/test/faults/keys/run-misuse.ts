import { type Cluster, startCluster } from '../cluster.ts'
import { seeded } from '../random.ts'
import { faultOf, judgeTried, type MisuseVerdict, type Tried } from './attempt.ts'
import type { Attempt } from './made-key.ts'
import { type Misused, network, prepareMisuse } from './misused.ts'
import { drawMisuse, misuses } from './misuses.ts'
import { createSender, isConnectionLost } from './sender.ts'
import { foreignState } from './try-foreign.ts'

export interface MisuseOptions {
  seed: number
  /** How many attempts have to be rejected, at least. */
  attempts: number
  /** Misuses that are drawn; all when left out. */
  names?: readonly string[]
  atOnce: number
  /** Leaves out what would destroy the installation if it passed, as on a weak gateway. */
  isSparing?: boolean
  /** Ends with the first fault. */
  untilFound?: boolean
}

export interface MisuseInstallation {
  cluster: Cluster
  urls: string[]
  misused: Misused
}

/** Without limits of requests, which would reject attempts for a reason that has nothing to do with the key. */
const env = {
  REQUESTS_PER_MINUTE: '1000000',
  REQUESTS_PER_MINUTE_ORGANIZATION: '1000000',
  WRONG_KEYS_PER_MINUTE: '1000000',
  LOG_LEVEL: 'error',
}

/** Starts an installation, lets `use` misuse it, and stops it. */
export async function withMisused<T>(
  { seed, gateways }: { seed: number; gateways: number },
  use: (installation: MisuseInstallation) => Promise<T>,
): Promise<T> {
  const cluster = await startCluster({ seed, gateways, workers: 1, networks: [network], env })
  try {
    const urls = cluster.gateways.map((gateway) => String(gateway.ready()['url']))
    const send = createSender(urls, seeded(seed))
    const misused = await prepareMisuse(cluster, send)
    send.close()
    return await use({ cluster, urls, misused })
  } finally {
    await cluster.close()
  }
}

/** Misuses keys through gateways until enough attempts had to be rejected, and judges what became of them. */
export async function runMisuse(
  { urls, misused }: Pick<MisuseInstallation, 'urls' | 'misused'>,
  { seed, attempts, atOnce, isSparing = false, untilFound = false, names = Object.keys(misuses) }: MisuseOptions,
): Promise<MisuseVerdict> {
  const send = createSender(urls, seeded(seed))
  const tried: Tried[] = []
  let interrupted = 0
  const before = await foreignState({ send, ...misused })
  let begun = 0
  const isOver = () =>
    tried.filter(({ codes }) => codes !== null).length >= attempts ||
    (untilFound && tried.some((one) => faultOf(one) !== null))
  const withoutResponse = (error: unknown): Tried[] => {
    if (!isConnectionLost(error)) throw error
    interrupted++
    return []
  }
  const misuser = async () => {
    while (!isOver()) {
      // Every attempt has its own numbers: what it does depends on the seed, and not on the others.
      const random = seeded(seed * 1_000_003 + begun++)
      const attempt: Attempt = { ...misused, send, random, isSparing }
      const made = drawMisuse(random, names).perform(attempt)
      tried.push(...(await made.catch(withoutResponse)))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, misuser))
  const after = await foreignState({ send, ...misused })
  send.close()
  const verdict = { ...judgeTried(tried), interrupted }
  if (before !== after)
    verdict.faults.passed.push({ mark: 'foreign organizations', found: `${before} became ${after}` })
  return verdict
}
