/**
 * The environment of a process that a test starts: the search path of programs, the compile cache of Node, and that a
 * worker does not yield to other processes, since on a busy machine it would get next to no time while its test waits.
 */
export const childEnv: Readonly<Record<string, string | undefined>> = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  WORKER_NICENESS: '0',
}
