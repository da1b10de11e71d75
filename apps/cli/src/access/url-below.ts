/** Returns the URL of `path`, which has no leading slash, below `base`, which may end with a slash or not. */
export function urlBelow(base: string, path: string): URL {
  return new URL(path, base.endsWith('/') ? base : `${base}/`)
}
