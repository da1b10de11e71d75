const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns whether a string is a UUID, the form of all ids. The database fails on a query with any other string. */
export function isId(text: string): boolean {
  return uuid.test(text)
}
