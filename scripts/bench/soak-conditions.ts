import { spawn } from 'node:child_process'
import { type Context, readGauges } from '@carillon/service'

/** Starts so many processes that each keep a processor busy, with the priority of any other program. */
export function startBusy(count: number): { stop(): void } {
  const busy = Array.from({ length: count }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
  const stop = () => {
    for (const child of busy) child.kill('SIGKILL')
    process.off('exit', stop)
  }
  process.on('exit', stop)
  return { stop }
}

/** Reads every second how long the oldest job that could run has been waiting. */
export function watchQueueAge(context: Context): { oldestSeconds(): number; stop(): void } {
  let oldest = 0
  const timer = setInterval(() => {
    readGauges(context).then(
      ({ queue }) => {
        oldest = Math.max(oldest, Math.round(queue.oldestDueSeconds))
      },
      (error: unknown) => context.log.error({ err: error }, 'the queue cannot be read'),
    )
  }, 1_000)
  return { oldestSeconds: () => oldest, stop: () => clearInterval(timer) }
}
