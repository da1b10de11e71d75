import { spawnSync } from 'node:child_process'

/** The first of some programs that is not installed on this machine, undefined if all are. */
export function missingProgram(programs: readonly string[]): string | undefined {
  return programs.find((program) => spawnSync(program, ['--version']).error !== undefined)
}
