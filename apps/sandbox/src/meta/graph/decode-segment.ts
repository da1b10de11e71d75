/** Decodes a segment of a URL's path. Returns one that cannot be decoded unchanged, as no object has such an id. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
