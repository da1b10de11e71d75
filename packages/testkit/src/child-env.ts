/**
 * The environment variables of a process that a test starts: `PATH`, the compile cache of Node.js, and
 * `WORKER_NICENESS=0`, because a worker that yields to other processes would get almost no CPU time on a busy machine.
 */
export const childEnv: Readonly<Record<string, string | undefined>> = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  WORKER_NICENESS: '0',
}
