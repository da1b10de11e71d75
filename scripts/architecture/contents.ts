import { posix } from 'node:path'
import type { Rules } from './rules.ts'
import { isTest, type Violation, type Workspace } from './workspace.ts'

function isGenerated(lines: readonly string[]): boolean {
  return lines.slice(0, 3).some((line) => /generated/i.test(line) && /^\s*(?:\/\/|\/?\*)/.test(line))
}

/** Reports files with too many lines. Tests, generated files and the two large tables are exempt. */
export function checkSizes(workspace: Workspace, rules: Rules): { violations: Violation[]; median: number } {
  const measured = workspace.files.filter(({ path, lines }) => !isTest(path) && !isGenerated(lines))
  const sizes = measured.map(({ path, lines }) => ({
    path,
    size: lines.at(-1) === '' ? lines.length - 1 : lines.length,
  }))
  const sorted = sizes.map(({ size }) => size).sort((left, right) => left - right)
  const violations = sizes
    .filter(({ path, size }) => size > rules.maxLines && !rules.largeTables.includes(path))
    .map(({ path, size }) => ({ path, line: rules.maxLines + 1, rule: 'sizes', found: `${size} lines` }))
  return { violations, median: sorted[Math.floor(sorted.length / 2)] ?? 0 }
}

/** Reports lines of doc comments that are too long. Tests, generated files and lines with a URL are exempt. */
export function checkWidths({ files }: Workspace, { maxColumns }: Rules): Violation[] {
  const isTooLong = (line: string) =>
    line.length > maxColumns && /^\s*(?:\/\*\*|\*)/.test(line) && !line.includes('://')
  return files
    .filter(({ path, lines }) => !isTest(path) && !isGenerated(lines))
    .flatMap(({ path, lines }) =>
      lines.flatMap((line, at) =>
        isTooLong(line) ? { path, line: at + 1, rule: 'widths', found: `${line.length} columns` } : [],
      ),
    )
}

/** Reports folders with too many files, which have to be split by subject. */
export function checkFolders({ files }: Workspace, rules: Rules): Violation[] {
  const counts = new Map<string, number>()
  for (const { path } of files) {
    const folder = posix.dirname(path)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([folder, count]) => count > rules.maxFilesInFolder && !rules.longFolders.includes(folder))
    .map(([path, count]) => ({ path, line: 1, rule: 'folders', found: `${count} files` }))
}

/** Finds code outside of the places that may call the network, use SQL or read the environment. */
export function checkPrivileges(workspace: Workspace, rules: Rules): Violation[] {
  return workspace.files.flatMap(({ path, lines }) =>
    rules.privileges
      .filter(({ places }) => !places.some((place) => place.test(path)))
      .flatMap(({ what, pattern, unless }) => {
        // If a file replaces the global, the replacement applies to the whole file.
        if (unless !== undefined && lines.some((line) => unless.test(line))) return []
        return lines.flatMap((text, index) => {
          if (/^\s*(?:\/\/|\*|\/\*)/.test(text)) return []
          const found = pattern.exec(text)?.[0]
          return found === undefined ? [] : [{ path, line: index + 1, rule: `Privileges: ${what}`, found }]
        })
      }),
  )
}
