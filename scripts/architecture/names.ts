import type { Rules } from './rules.ts'
import type { SourceFile, Violation, Workspace } from './workspace.ts'

function ownNetworks(path: string, rules: Rules): readonly string[] {
  const folder = rules.networkFolders.find((candidate) => path.startsWith(`${candidate}/`))
  if (folder === undefined) return []
  const own = path.slice(folder.length + 1).split('/')[0] ?? ''
  return rules.families.find((family) => family.includes(own)) ?? [own]
}

function checkFile({ path, lines }: SourceFile, rules: Rules): Violation[] {
  if (rules.networkPlaces.some((place) => place.test(path))) return []
  const own = ownNetworks(path, rules)
  const foreign = Object.entries(rules.networks).filter(([network]) => !own.includes(network))
  return lines.flatMap((text, index) => {
    const lower = text.toLowerCase()
    return foreign.flatMap(([, words]) => {
      const word = words.find((candidate) => lower.includes(candidate))
      return word === undefined ? [] : [{ path, line: index + 1, rule: 'network names', found: `"${word}"` }]
    })
  })
}

/** Reports names of social networks outside the packages and folders of that network. */
export function checkNetworkNames(workspace: Workspace, rules: Rules): Violation[] {
  return workspace.files.flatMap((file) => checkFile(file, rules))
}

/** Reports files and folders with names that say nothing, such as utils or helpers. */
export function checkPathNames(workspace: Workspace, rules: Rules): Violation[] {
  return workspace.paths.flatMap((path) => {
    const stem = path.split('/').at(-1)?.replace(/\..*$/, '') ?? ''
    if (!rules.forbiddenNames.includes(stem.toLowerCase())) return []
    return [{ path, line: 1, rule: 'names', found: `"${stem}" says nothing` }]
  })
}
