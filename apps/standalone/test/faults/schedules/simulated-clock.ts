import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPool } from '@carillon/database'
import { createLogger } from '@carillon/log'
import { type CrashingPostgres, startCrashingPostgres } from '../postgres.ts'

type Env = Record<string, string | undefined>

/**
 * The clock of a run: that of the machine and a shift, which is a file. The database and all processes read the file each
 * time, so that a change of it is the same instant for all of them.
 */
export interface SimulatedClock {
  /** A folder of its own. */
  dir: string
  now(): number
  /** Moves the clock by so many ms, forwards or back. */
  shift(ms: number): void
  /** From now on, processes that start have the newer rules of `zone-rules.ts`. */
  changeZoneRules(): void
  /** Starts a database by this clock in a folder. */
  startDatabase(dir: string): Promise<CrashingPostgres>
  /** The settings of a process by this clock; that of a skewed one is an hour ahead or behind after some of its starts. */
  env(common: Env, options: { isSkewed: boolean }): Env
  close(): void
}

const width = 16

/** Functions that are found before those of PostgreSQL, whose names they have. */
const shadows = (file: string) => {
  const shift = `make_interval(secs => pg_read_file('${file}')::float8 / 1000)`
  const shifted = (name: string, kind: 'stable' | 'volatile') =>
    `create function public.${name}() returns timestamptz language plpgsql ${kind} as
      $$ begin return pg_catalog.${name}() + ${shift}; end $$`
  return [shifted('now', 'stable'), shifted('clock_timestamp', 'volatile')]
}

export function createClock(): SimulatedClock {
  const dir = mkdtempSync(join(tmpdir(), 'carillon-clock-'))
  const [file, rules] = [join(dir, 'shift'), join(dir, 'zone-rules')]
  let shiftMs = 0
  const write = () => writeFileSync(file, String(shiftMs).padEnd(width), { flag: 'r+' })
  writeFileSync(file, '0'.padEnd(width))
  writeFileSync(rules, '')
  return {
    dir,
    now: () => Date.now() + shiftMs,
    shift(ms) {
      shiftMs += ms
      write()
    },
    changeZoneRules: () => writeFileSync(rules, 'newer'),
    async startDatabase(folder) {
      // The server may run as another user.
      await chmod(dir, 0o755)
      const postgres = await startCrashingPostgres(folder)
      const log = createLogger({ name: 'clock', level: 'error', destination: process.stderr })
      const pool = openPool({ url: postgres.url, log, max: 1 })
      for (const shadow of shadows(file)) await pool.query(shadow)
      const name = new URL(postgres.url).pathname.slice(1)
      await pool.query(`alter database "${name}" set search_path = public, pg_catalog`)
      await pool.end()
      return postgres
    },
    env: (common, { isSkewed }) => ({
      ...common,
      NODE_OPTIONS: `--import=${join(import.meta.dirname, 'clock-hook.ts')}`,
      CLOCK_FILE: file,
      ZONE_RULES_FILE: rules,
      CLOCK_IS_SKEWED: isSkewed ? 'yes' : '',
    }),
    close: () => rmSync(dir, { recursive: true, force: true }),
  }
}
