import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import type { Context } from '@carillon/service'

/** The machine's properties on which measurements depend, in one line. */
export function machineFacts(): string {
  const processors = cpus()
  const load = loadavg().map((value) => value.toFixed(1))
  return [
    `${processors.length} cores (${processors[0]?.model.trim() ?? 'unknown'})`,
    `${Math.round(totalmem() / 1024 ** 3)} GB`,
    `${process.platform} ${process.arch}`,
    `node ${process.versions.node}`,
    `load average ${load.join(' ')}`,
  ].join(', ')
}

function statusOf(pid: number, field: string): number {
  const line = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1] ?? Number.NaN) / 1024
}

/** Resident memory of a process in MiB; NaN where there is no /proc. */
export const residentMemory = (pid: number) => statusOf(pid, 'VmRSS')

/** The most it has been since the process began, or since `forgetPeak`. */
export const peakMemory = (pid: number) => statusOf(pid, 'VmHWM')

/** @see https://www.kernel.org/doc/html/latest/filesystems/proc.html (read 2026-11-20) */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

const tickMs = 10

interface ProcessStat {
  parent: string
  /** Processor time of it, and of those of its children that have ended. */
  ticks: number
}

/** A process by its id; null for one that has ended. The name may hold anything, so that fields count from after it. */
function statOf(pid: string): ProcessStat | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return { parent: fields[1] ?? '', ticks: fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) }
  } catch {
    return null
  }
}

/**
 * Milliseconds of processor time of a process and of all that it and they have started, ended ones included; NaN where
 * there is no /proc.
 * @see https://www.kernel.org/doc/html/latest/filesystems/proc.html (read 2026-11-22)
 */
export function processorTime(pid: number): number {
  if (!existsSync(`/proc/${pid}`)) return Number.NaN
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const all = new Map(pids.map((name) => [name, statOf(name)]))
  const belongs = (name: string): boolean => {
    const parent = all.get(name)?.parent ?? '0'
    return name === String(pid) || (parent !== '0' && belongs(parent))
  }
  return pids.filter(belongs).reduce((sum, name) => sum + (all.get(name)?.ticks ?? 0), 0) * tickMs
}

/** The process id of a database server on this machine, which `processorTime` takes with all of its connections. */
export async function serverOf({ pool }: Pick<Context, 'pool'>): Promise<number> {
  const { rows } = await pool.query<{ server: number }>(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as server`,
  )
  return rows[0]?.server ?? 0
}

export function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}

/** What a machine did besides, while something was measured; shares of all of its processors' time. */
export interface MachineUse {
  /** Time that the host gave to other machines. */
  steal: number
  /** Time of processes that do not belong to the measurement. */
  others: number
  /** Load average of the last minute. */
  load: number
}

/** Milliseconds that the processors have worked, and that were stolen from them, since the machine began. */
function processorsOf(): { busy: number; steal: number } {
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0, steal = 0] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)
    .flatMap((line) => line.split(/\s+/).map(Number))
  return { busy: (user + nice + system + irq + softIrq) * tickMs, steal: steal * tickMs }
}

/** Watches from now on what the machine does besides this process and its children. */
export function watchMachine(): () => MachineUse {
  const began = performance.now()
  const before = { ...processorsOf(), own: processorTime(process.pid) }
  return () => {
    const capacity = (performance.now() - began) * availableParallelism()
    const now = { ...processorsOf(), own: processorTime(process.pid) }
    const others = now.busy - before.busy - (now.own - before.own)
    const share = (ms: number) => Math.min(1, Math.max(0, ms / capacity))
    return { steal: share(now.steal - before.steal), others: share(others), load: loadavg()[0] ?? Number.NaN }
  }
}
