const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns whether a string has the form of a file id (a UUID in lower case) and is therefore safe as a file name. */
export function isFileId(id: string): boolean {
  return idPattern.test(id)
}

/**
 * Returns an id from the database or a URL after checking its form, so that it cannot name anything outside of the
 * media store.
 * @throws Error if it does not have the form of a file id
 */
export function checkedId(id: string): string {
  if (!isFileId(id)) throw new Error('not an id of the media store')
  return id
}
