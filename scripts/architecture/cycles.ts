import { posix } from 'node:path'
import { importsOf } from './imports.ts'
import { isTest, type Violation, type Workspace } from './workspace.ts'

type Graph = ReadonlyMap<string, readonly string[]>

/** The relative imports of every source file, type imports included. */
function readGraph({ files }: Workspace): Graph {
  const sources = files.filter(({ path }) => !isTest(path))
  return new Map(
    sources.map((file) => [
      file.path,
      importsOf(file).flatMap(({ specifier }) =>
        specifier.startsWith('.') ? [posix.join(posix.dirname(file.path), specifier)] : [],
      ),
    ]),
  )
}

/** The shortest path along the imports from a file back to itself; undefined if none exists. */
function cycleFrom(start: string, graph: Graph): string[] | undefined {
  const seen = new Set<string>()
  let paths = [[start]]
  while (paths.length > 0) {
    const longer: string[][] = []
    for (const path of paths) {
      for (const next of graph.get(path.at(-1) ?? '') ?? []) {
        if (next === start) return [...path, next]
        if (seen.has(next)) continue
        seen.add(next)
        longer.push([...path, next])
      }
    }
    paths = longer
  }
  return undefined
}

/** Reports cycles of imports between the files of a package, each once, at its first file. */
export function checkCycles(workspace: Workspace): Violation[] {
  const graph = readGraph(workspace)
  const reported = new Set<string>()
  return [...graph.keys()].sort().flatMap((start) => {
    const cycle = reported.has(start) ? undefined : cycleFrom(start, graph)
    if (cycle === undefined) return []
    for (const path of cycle) reported.add(path)
    return [{ path: start, line: 1, rule: 'cycles', found: cycle.join(' → ') }]
  })
}
