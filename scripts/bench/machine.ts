import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'

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

/** Fields of `/proc/<pid>/stat` from the third on; empty for a process that has ended. */
function statOf(pid: string): string[] {
  const path = `/proc/${pid}/stat`
  return existsSync(path)
    ? readFileSync(path, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
    : []
}

const tickMs = 10

/**
 * Milliseconds of processor time of a process and of those that it has started, ended ones included; NaN where there is
 * no /proc.
 * @see https://www.kernel.org/doc/html/latest/filesystems/proc.html (read 2026-11-22)
 */
export function processorTime(pid: number): number {
  const own = statOf(String(pid))
  if (own.length === 0) return Number.NaN
  const children = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [statOf(name)] : []))
  const running = children.filter(([, parent]) => parent === String(pid))
  const ticks = [...own.slice(11, 15), ...running.flatMap((stat) => stat.slice(11, 13))]
  return ticks.reduce((sum, value) => sum + Number(value), 0) * tickMs
}

export function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}
