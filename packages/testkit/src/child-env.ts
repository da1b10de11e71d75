/** What a process that a test starts gets of the environment of the test: where programs are, and what Node has compiled. */
export const childEnv: Readonly<Record<string, string | undefined>> = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
}
