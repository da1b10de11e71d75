import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Identity, isRoot } from './identity.ts'

/** The directory of clusters whose own directory is not accessible to the server's user. */
export const OUTSIDE = '/var/lib/embedded-postgres'

/** The mode of directories that the server's user has to enter and that no other user may change. */
const sharedMode = 0o755

/** Creates a directory under `OUTSIDE` that the server's user can enter, whatever umask this process has. */
export function makeOutside(dir: string): void {
  mkdirSync(dir, { recursive: true })
  for (const each of [OUTSIDE, dir]) chmodSync(each, sharedMode)
}

/**
 * Creates `dir` and returns the directory of the cluster: `dir` itself, or, if this process is root and `dir` is not
 * accessible to the server's user (as under /root), a directory under /var/lib/embedded-postgres. In the second case,
 * the file `cluster-id` in `dir` contains the name of that directory. Once `dir` was removed, the next call as root,
 * for any `dir`, deletes the directory.
 */
export function reachable(dir: string, who: Identity): string {
  // A directory that exists keeps its mode: its cluster may be outside because that mode does not let the user in.
  if (mkdirSync(dir, { recursive: true }) !== undefined) chmodSync(dir, sharedMode)
  if (!isRoot) return dir
  purgeOrphans()
  if (spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', dir], { ...who, cwd: '/' }).status === 0) return dir
  const idFile = join(dir, 'cluster-id')
  if (!existsSync(idFile)) writeFileSync(idFile, randomBytes(8).toString('hex'), { mode: 0o600 })
  const outside = join(OUTSIDE, readFileSync(idFile, 'utf8'))
  makeOutside(outside)
  writeFileSync(join(outside, 'cluster-of'), idFile)
  return outside
}

/** Removes the directories under `OUTSIDE` that `reachable` created for a `dir` that no longer exists. */
function purgeOrphans(): void {
  if (!existsSync(OUTSIDE)) return
  for (const id of readdirSync(OUTSIDE)) {
    const marker = join(OUTSIDE, id, 'cluster-of')
    if (!existsSync(marker)) continue
    const idFile = readFileSync(marker, 'utf8')
    if (!existsSync(idFile) || readFileSync(idFile, 'utf8') !== id) rmSync(join(OUTSIDE, id), { recursive: true })
  }
}
