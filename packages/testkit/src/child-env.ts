/** The environment of a process that a test starts: the search path of programs and the compile cache of Node, nothing else. */
export const childEnv: Readonly<Record<string, string | undefined>> = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
}
