import { checkCasts } from './casts.ts'
import { checkFolders, checkPrivileges, checkSizes, checkWidths } from './contents.ts'
import { checkCycles } from './cycles.ts'
import { checkDiscarded } from './discarded.ts'
import { checkGetters } from './getters.ts'
import { checkImports } from './imports.ts'
import { checkNetworkNames, checkPathNames } from './names.ts'
import { rules as declaredRules, type Rules } from './rules.ts'
import { checkVocabulary } from './vocabulary.ts'
import { readWorkspace, type Violation } from './workspace.ts'

export interface Report {
  files: number
  /** Lines of the middle file, tests and generated files aside. */
  median: number
  violations: Violation[]
}

/** Reads the workspace at `root` and checks it against the rules. */
export function checkArchitecture(root: string, rules: Rules = declaredRules): Report {
  const workspace = readWorkspace(root)
  const sizes = checkSizes(workspace, rules)
  return {
    files: workspace.files.length,
    median: sizes.median,
    violations: [
      ...checkImports(workspace, rules),
      ...checkCycles(workspace),
      ...checkNetworkNames(workspace, rules),
      ...checkPathNames(workspace, rules),
      ...sizes.violations,
      ...checkWidths(workspace, rules),
      ...checkFolders(workspace, rules),
      ...checkPrivileges(workspace, rules),
      ...checkCasts(workspace, rules),
      ...checkDiscarded(workspace, rules),
      ...checkGetters(workspace),
      ...checkVocabulary(workspace, rules),
    ],
  }
}
