/** Decodes a segment of a URL's path. A malformed segment is returned unchanged, as no object has such an id. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
