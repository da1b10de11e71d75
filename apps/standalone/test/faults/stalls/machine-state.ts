import { renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What the machine of a gateway or worker is like, apart from the process itself. */
export interface MachineState {
  /** By how many ms its clock is ahead. */
  clockMs: number
  /** Whether its name server responds. */
  dns: boolean
}

/** The name under which processes find the database and the networks; only their machines' name servers know it. */
const hostName = 'outside.test'

type Env = Record<string, string | undefined>

export interface Machines {
  /** The settings of the process on the machine of that name. */
  env(common: Env, name: string): Env
  /** Changes a machine, or all of them. */
  change(change: Partial<MachineState>, name?: string): void
}

/** URLs of the database and the networks with the name in place of the IP address; our own URL stays as it is. */
function byName(env: Env): Env {
  const keep = ['PUBLIC_URL', 'HOST', 'MEDIA_ALLOWED_ORIGINS']
  const named = Object.entries(env).map(([name, value]) => {
    const isUrl = value !== undefined && /^[a-z]+:\/\//.test(value) && !keep.includes(name)
    return [name, isUrl ? value.replace('127.0.0.1', hostName) : value]
  })
  const origins = String(env['MEDIA_ALLOWED_ORIGINS'])
  const both = `${origins},${origins.replaceAll('127.0.0.1', hostName)}`
  return { ...Object.fromEntries(named), MEDIA_ALLOWED_ORIGINS: both }
}

/** One machine for each process, every one with a clock and a name server of its own. */
export function createMachines(): Machines {
  const states = new Map<string, MachineState>()
  const id = `${process.pid}-${Math.random().toString(36).slice(2)}`
  const pathOf = (name: string) => join(tmpdir(), `carillon-machine-${id}-${name}.json`)
  const write = (name: string, state: MachineState) => {
    states.set(name, state)
    writeFileSync(`${pathOf(name)}.new`, JSON.stringify(state))
    renameSync(`${pathOf(name)}.new`, pathOf(name))
  }
  return {
    env(common, name) {
      write(name, { clockMs: 0, dns: true })
      const hook = `--import=${join(import.meta.dirname, 'machine-hook.ts')}`
      return { ...byName(common), MACHINE_FILE: pathOf(name), NODE_OPTIONS: hook, WORKER_PORT: '0' }
    },
    change(change, name) {
      for (const [key, state] of states) if (name === undefined || name === key) write(key, { ...state, ...change })
    },
  }
}
