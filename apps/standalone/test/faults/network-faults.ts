import type { Cluster } from './cluster.ts'

/** A network whose calls fail. */
export interface FailingNetwork {
  platform: string
  /** Operations that cannot be taken back, as the sandbox's journal names them, and the others. */
  commits: readonly string[]
  others: readonly string[]
}

/**
 * Faults of calls that cannot be taken back, each with its share of the calls; `otherFaults` are those of all others.
 */
const commitFaults = [
  { fault: 'accept-then-drop', probability: 0.1 },
  { fault: 'accept-then-hang', probability: 0.04, delayMs: 1_200 },
  { fault: 'accept-then-500', probability: 0.05 },
  { fault: 'drop-before', probability: 0.07 },
  { fault: 'unavailable', probability: 0.04 },
  { fault: 'truncate', probability: 0.03 },
  { fault: 'slow', probability: 0.08, delayMs: 700 },
]
const otherFaults = [
  { fault: 'accept-then-drop', probability: 0.03 },
  { fault: 'drop-before', probability: 0.03 },
  { fault: 'accept-then-500', probability: 0.02 },
  { fault: 'unavailable', probability: 0.02 },
  { fault: 'slow', probability: 0.05, delayMs: 400 },
]

/** Makes the networks lose and truncate responses from now on, `scale` times as often as usual. */
export async function startFaults(
  cluster: Pick<Cluster, 'sandbox'>,
  networks: readonly FailingNetwork[],
  scale: number,
): Promise<void> {
  if (scale === 0) return
  for (const { platform: network, commits, others } of networks) {
    const rules = [
      ...commits.flatMap((operation) => commitFaults.map((rule) => ({ network, operation, ...rule }))),
      ...others.flatMap((operation) => otherFaults.map((rule) => ({ network, operation, ...rule }))),
    ]
    for (const { probability, ...rest } of rules) {
      const rule = { ...rest, probability: Math.min(1, probability * scale) }
      const { status, body } = await cluster.sandbox('POST', '/faults', rule)
      if (status !== 201) throw new Error(`fault: ${JSON.stringify(body)}`)
    }
  }
}

/** How many faults the networks have had, by kind. */
export async function countNetworkFaults(
  cluster: Pick<Cluster, 'sandbox'>,
  networks: readonly FailingNetwork[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { platform } of networks) {
    const { body } = await cluster.sandbox('GET', `/journal?network=${platform}`)
    for (const { fault } of body) if (fault) counts[fault] = (counts[fault] ?? 0) + 1
  }
  return counts
}
