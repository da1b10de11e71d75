import type { Plan } from './inject-faults.ts'

/** Every fault that is injected beside so many kills of workers and restarts of the database. */
export function planFor({ kills, pgRestarts }: { kills: number; pgRestarts: number }): Plan {
  const share = (part: number) => Math.ceil(kills * part)
  return {
    workerKills: kills,
    gatewayKills: share(0.25),
    workerPauses: share(0.2),
    gatewayPauses: share(0.2),
    pgRestarts,
    cuts: share(0.2),
    freezes: share(0.1),
    delays: share(0.1),
    terminations: kills * 2,
  }
}

/** The same for writes that gateways make themselves: they die as often as the workers. */
export function planForReplies({ kills, pgRestarts }: { kills: number; pgRestarts: number }): Plan {
  return { ...planFor({ kills, pgRestarts }), workerKills: Math.floor(kills / 2), gatewayKills: Math.ceil(kills / 2) }
}
