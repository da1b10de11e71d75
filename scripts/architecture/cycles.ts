import { posix } from 'node:path'
import { importsOf } from './imports.ts'
import { isTest, type Violation, type Workspace } from './workspace.ts'

/** Of the entries of one folder, files and subfolders: which import which, with a file that does. */
type Graph = Map<string, Map<string, string>>

function addArrow(graphs: Map<string, Graph>, from: string, to: string): void {
  const [source, target] = [from.split('/'), to.split('/')]
  let depth = 0
  while (depth < source.length - 1 && source[depth] === target[depth]) depth++
  const entryOf = (parts: readonly string[]) => parts.slice(0, depth + 1).join('/')
  const folder = source.slice(0, depth).join('/')
  const graph = graphs.get(folder) ?? new Map()
  const arrows = graph.get(entryOf(source)) ?? new Map<string, string>()
  if (!arrows.has(entryOf(target))) arrows.set(entryOf(target), from)
  graphs.set(folder, graph.set(entryOf(source), arrows))
}

/**
 * The relative imports of every source file, type imports included, each as an arrow between two entries of the folder
 * that contains both files. A cycle of files is a cycle of entries of some folder, too.
 */
function readGraphs({ files }: Workspace): Map<string, Graph> {
  const graphs = new Map<string, Graph>()
  for (const file of files) {
    if (isTest(file.path)) continue
    for (const { specifier } of importsOf(file)) {
      if (!specifier.startsWith('.')) continue
      addArrow(graphs, file.path, posix.join(posix.dirname(file.path), specifier))
    }
  }
  return graphs
}

/** The shortest path along the arrows from an entry back to itself; undefined if none exists. */
function cycleFrom(start: string, graph: Graph): string[] | undefined {
  const seen = new Set<string>()
  let paths = [[start]]
  while (paths.length > 0) {
    const longer: string[][] = []
    for (const path of paths) {
      for (const next of graph.get(path.at(-1) ?? '')?.keys() ?? []) {
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

/**
 * Reports the cycles of imports among the entries of each folder, at the first file that takes part. An entry is
 * reported once.
 */
export function checkCycles(workspace: Workspace): Violation[] {
  return [...readGraphs(workspace).values()].flatMap((graph) => {
    const reported = new Set<string>()
    return [...graph.keys()].sort().flatMap((start) => {
      const cycle = reported.has(start) ? undefined : cycleFrom(start, graph)
      if (cycle === undefined) return []
      for (const entry of cycle) reported.add(entry)
      const path = graph.get(start)?.get(cycle[1] ?? '') ?? start
      return [{ path, line: 1, rule: 'cycles', found: cycle.join(' → ') }]
    })
  })
}
