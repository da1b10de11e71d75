type Env = Readonly<Record<string, string | undefined>>

const loopback = ['localhost', '127.0.0.1', '::1']

/**
 * Returns the value of `NO_PROXY` with the hosts of this machine: the processes of an installation call each other
 * there, and some libraries of the sandbox's servers take a proxy from their environment.
 */
function noProxy({ no_proxy, NO_PROXY }: Env): string {
  const given = (no_proxy || NO_PROXY || '').split(',').map((host) => host.trim())
  return [...new Set([...given, ...loopback])].filter((host) => host !== '').join(',')
}

/**
 * Returns the environment of the caller without the variables that are empty, which are settings that are not set: they
 * must not take the place of what the sandbox or the data directory provides. Calls within this machine are excluded
 * from an HTTP proxy.
 */
export function givenEnv(env: Env): Env {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const hosts = noProxy(set)
  return { ...set, NO_PROXY: hosts, no_proxy: hosts }
}
