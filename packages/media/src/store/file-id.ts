const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether a text has the form of a file id, so that it is safe as a file name. */
export function isFileId(id: string): boolean {
  return idPattern.test(id)
}

/** Checks an id from a row or link: it must not name anything outside the store. */
export function checkedId(id: string): string {
  if (!isFileId(id)) throw new Error('not an id of the media store')
  return id
}
