import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A directory of its own for one test, and its removal. */
export async function scratchDir(): Promise<{ dir: string; clean: () => Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'carillon-media-'))
  return { dir, clean: () => rm(dir, { recursive: true, force: true }) }
}
