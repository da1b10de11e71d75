import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const everyMs = 100

function childrenOf(pid: number): number[] {
  const path = `/proc/${pid}/task/${pid}/children`
  return existsSync(path) ? readFileSync(path, 'utf8').split(' ').filter(Boolean).map(Number) : []
}

/** The most resident memory that a process has had, in MiB; 0 when there is no such process. */
function peakOf(pid: number): number {
  try {
    const [, kib = '0'] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kib) / 1024
  } catch {
    return 0
  }
}

/**
 * Watches the memory of processes and of their own child processes from now on. The returned function ends that, and returns
 * the peak of each in MiB, the largest child's apart; 0 where there is no /proc.
 *
 * @see https://www.kernel.org/doc/html/latest/filesystems/proc.html (read 2026-11-22)
 */
export function watchMemory(pids: Readonly<Record<string, number>>): () => Record<string, number> {
  const peaks: Record<string, number> = {}
  const note = (name: string, pid: number) => {
    peaks[name] = Math.max(peaks[name] ?? 0, Math.round(peakOf(pid)))
  }
  const look = () => {
    for (const [name, pid] of Object.entries(pids)) {
      note(name, pid)
      for (const child of childrenOf(pid)) note(`${name}'s image process`, child)
    }
  }
  for (const pid of Object.values(pids)) {
    for (const one of [pid, ...childrenOf(pid)]) {
      if (existsSync(`/proc/${one}/clear_refs`)) writeFileSync(`/proc/${one}/clear_refs`, '5')
    }
  }
  const timer = setInterval(look, everyMs)
  return () => {
    clearInterval(timer)
    look()
    return peaks
  }
}
