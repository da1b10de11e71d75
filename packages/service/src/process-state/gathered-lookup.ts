import { setTimeout as sleep } from 'node:timers/promises'

/** How long in ms a query waits for further names, and the maximum number of names in it. */
const gatherMs = 200
const maxNames = 1_000

/**
 * Makes a look-up whose calls within 200 ms share one query, so that any number of calls makes at most five queries per
 * second.
 * @param lookUp reads the results for many hashes
 * @param nameOf the name of a result
 * @returns a function that resolves to undefined if nothing has the name, or if more than 1,000 names are being looked
 *   up
 */
export function gatherLookups<T>(lookUp: (hashes: Buffer[]) => Promise<T[]>, nameOf: (found: T) => string) {
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
    if (hashes.size >= maxNames && !hashes.has(name)) return undefined
    hashes.set(name, hash)
    return (await found).get(name)
  }
}
