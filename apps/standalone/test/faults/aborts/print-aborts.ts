import { runAborts } from './run-aborts.ts'

/** Has clients leave in every way at every moment of every operation; prints what came of it, returns the faults. */
export async function printAborts(seed: number, print: (line: string) => void): Promise<number> {
  const { operations, found } = await runAborts({
    ...{ seed, exhaustive: true },
    report: ({ id, tookMs, aborts }) => print(`${id}: ${aborts} aborts, ${Math.round(tookMs)} ms without one`),
  })
  for (const what of found) print(`    ${what}`)
  print(`${operations.reduce((sum, { aborts }) => sum + aborts, 0)} aborts of ${operations.length} operations`)
  return found.length
}
