import type { Config } from './config.ts'

const loopback = ['localhost', '127.0.0.1', '[::1]']

/** The host names under which this installation serves, except for those of the own machine. */
export function ownHosts({ publicUrl, media }: Config): string[] {
  return [publicUrl, media.publicUrl].map((url) => new URL(url).hostname).filter((host) => !loopback.includes(host))
}
