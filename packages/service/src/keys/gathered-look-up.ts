import { setTimeout as sleep } from 'node:timers/promises'

/** How long one query waits for others to join it, and how many it takes in. */
const gatherMs = 200
const most = 1_000

/**
 * A look-up by name whose calls are gathered: calls within the same 200 ms share one query, so that a flood of calls makes
 * at most five queries a second. A call resolves to undefined when nothing has the name, or when more than 1,000 names are
 * being gathered. `lookUp` is given the hashes of the names; `nameOf` tells which name a result belongs to.
 */
export function gatherLookUps<T>(lookUp: (hashes: Buffer[]) => Promise<T[]>, nameOf: (found: T) => string) {
  let gathering: { hashes: Map<string, Buffer>; found: Promise<Map<string, T>> } | null = null

  async function begin(hashes: Map<string, Buffer>): Promise<Map<string, T>> {
    await sleep(gatherMs)
    gathering = null
    return new Map((await lookUp([...hashes.values()])).map((one) => [nameOf(one), one]))
  }

  return async (name: string, hash: Buffer): Promise<T | undefined> => {
    if (gathering === null) {
      const hashes = new Map<string, Buffer>()
      gathering = { hashes, found: begin(hashes) }
    }
    const { hashes, found } = gathering
    if (hashes.size >= most && !hashes.has(name)) return undefined
    hashes.set(name, hash)
    return (await found).get(name)
  }
}
