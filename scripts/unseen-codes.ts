import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commonErrors, operationIds, operationRow } from '@carillon/contract'

/** Codes inside aggregates and sessions, which no operation responds with. */
const elsewhere = ['connection_unavailable', 'result_limit', 'missing_scope', 'no_channel'] as const

/** Codes of paths that are not operations. */
const anywhere = ['route_not_found', 'method_not_allowed'] as const

/** Codes that the interface promises and that no test of these folders has seen. */
export function unseenCodes(root: string, folders: readonly string[]): string[] {
  const promised = new Set<string>([...commonErrors, ...elsewhere, ...anywhere])
  for (const id of operationIds) for (const code of operationRow(id).errors) promised.add(code)
  for (const folder of folders) {
    for (const path of globSync(join(root, folder, 'dist/seen-codes/*.json')))
      for (const code of JSON.parse(readFileSync(path, 'utf8')) as string[]) promised.delete(code)
  }
  return [...promised].sort()
}
