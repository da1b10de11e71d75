import { setTimeout as sleep } from 'node:timers/promises'

/** How long one query waits for others to join it, and how many it takes in. */
const gatherMs = 200
const most = 1_000

/**
 * Looks names up together: whoever asks within the same fifth of a second shares one query, so that however many ask the
 * database is asked five times a second. Undefined when it is not there, or when too many ask.
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
