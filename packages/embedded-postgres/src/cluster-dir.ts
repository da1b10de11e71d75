import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Identity, isRoot } from './identity.ts'

/** Where clusters live whose own directory the server's user cannot enter. */
export const OUTSIDE = '/var/lib/embedded-postgres'

/**
 * The directory of the cluster: `dir` itself, or, as root, one outside when a parent of `dir` is closed to the server's
 * user (a checkout under /root). `dir` then holds the id that names it, so that a removed `dir` takes its cluster along.
 */
export function reachable(dir: string, who: Identity): string {
  mkdirSync(dir, { recursive: true })
  if (!isRoot) return dir
  purgeOrphans()
  if (spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', dir], { ...who, cwd: '/' }).status === 0) return dir
  const idFile = join(dir, 'cluster-id')
  if (!existsSync(idFile)) writeFileSync(idFile, randomBytes(8).toString('hex'), { mode: 0o600 })
  const outside = join(OUTSIDE, readFileSync(idFile, 'utf8'))
  mkdirSync(outside, { recursive: true })
  writeFileSync(join(outside, 'cluster-of'), idFile)
  return outside
}

/** Removes the clusters outside whose directory is gone. */
function purgeOrphans(): void {
  if (!existsSync(OUTSIDE)) return
  for (const id of readdirSync(OUTSIDE)) {
    const marker = join(OUTSIDE, id, 'cluster-of')
    if (!existsSync(marker)) continue
    const idFile = readFileSync(marker, 'utf8')
    if (!existsSync(idFile) || readFileSync(idFile, 'utf8') !== id) rmSync(join(OUTSIDE, id), { recursive: true })
  }
}
