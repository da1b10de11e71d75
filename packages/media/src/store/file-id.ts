const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function isFileId(id: string): boolean {
  return idPattern.test(id)
}

/** Ids come from rows and links; whatever they are, they name nothing outside the store. */
export function checkedId(id: string): string {
  if (!isFileId(id)) throw new Error('not an id of the media store')
  return id
}
