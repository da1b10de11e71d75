/** What is counted in a process from its start on: each count has a name and one label. */
export const tallies = {
  publishes_ended: { help: 'Publishes that ended, by the status they ended in.', label: 'status' },
  publish_attempts: { help: 'Calls that make a post public, by what became of them.', label: 'outcome' },
  token_refreshes: { help: 'Refreshes of tokens at a network, by how they ended.', label: 'outcome' },
} as const

export type TallyName = keyof typeof tallies

export interface Tally {
  count(name: TallyName, value: string): void
  read(name: TallyName): ReadonlyMap<string, number>
}

export function createTally(): Tally {
  const counts = new Map<TallyName, Map<string, number>>()
  const of = (name: TallyName) => counts.get(name) ?? new Map<string, number>()
  return {
    count(name, value) {
      const held = of(name)
      counts.set(name, held.set(value, (held.get(value) ?? 0) + 1))
    },
    read: of,
  }
}
