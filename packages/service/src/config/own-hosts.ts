import type { Config } from './config.ts'

const loopback = ['localhost', '127.0.0.1', '[::1]']

/**
 * Returns the host names of the gateway's public URL and of the media URL, without `localhost`, `127.0.0.1` and
 * `[::1]`. A host that both URLs have is listed twice.
 */
export function ownHosts({ publicUrl, media }: Config): string[] {
  return [publicUrl, media.publicUrl].map((url) => new URL(url).hostname).filter((host) => !loopback.includes(host))
}
