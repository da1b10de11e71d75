import { loadavg } from 'node:os'
import { type FeedOptions, runFeed } from './run-feed.ts'

/** Prints what 100 readers saw of the events of 16 writers. */
export async function printFeed(
  options: Pick<FeedOptions, 'seed' | 'events' | 'kills' | 'pgRestarts' | 'maxMs'>,
  print: (line: string) => void,
): Promise<number> {
  const result = await runFeed({
    ...options,
    ...{ writers: 16, writerProcesses: 4, readers: 100, readerProcesses: 2, organizations: 20 },
    terminations: options.kills * 4,
  })
  const { skipped, twice, disordered, committed, seen, responses, injected, writeSeconds, readSeconds } = result
  print(`  ${committed} events committed in ${writeSeconds.toFixed(0)} s, ${seen} read by 100 readers`)
  print(`  the last one read ${readSeconds.toFixed(1)} s after the last commit, load ${loadavg()[0]?.toFixed(1)}`)
  print(`  responses: ${JSON.stringify(responses)}; faults injected: ${JSON.stringify(injected)}`)
  print(`  skipped: ${skipped}, twice: ${twice}, objects in another order: ${disordered}`)
  return skipped + twice + disordered
}
