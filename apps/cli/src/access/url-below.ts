/** The URL of a path, which has no leading slash, below another URL, which may or may not end with one. */
export function urlBelow(base: string, path: string): URL {
  return new URL(path, base.endsWith('/') ? base : `${base}/`)
}
