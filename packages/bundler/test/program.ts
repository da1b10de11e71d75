import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childEnv } from '@carillon/testkit'

/** A program in a folder of its own. */
export interface Program {
  /** Its main file, and the folder of its bundle. */
  program: { main: string; outdir: string }
  /** Returns the path of a source, such as `later.ts`. */
  source(name: string): string
  /** Writes sources, keyed by name. */
  write(sources: Readonly<Record<string, string>>): void
  remove(): void
}

/** Creates an empty folder for a program whose bundle is in `outdir`, a path within the folder. */
export function createProgram(outdir: string): Program {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'carillon-bundle-')))
  const source = (name: string) => join(dir, 'src', name)
  return {
    program: { main: source('main.ts'), outdir: join(dir, outdir) },
    source,
    write(sources) {
      for (const [name, text] of Object.entries(sources)) {
        mkdirSync(join(source(name), '..'), { recursive: true })
        writeFileSync(source(name), text)
      }
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
}

/** Runs a bundle and returns what it prints. */
export const run = (main: string): string => execFileSync(process.execPath, [main], { encoding: 'utf8', env: childEnv })
