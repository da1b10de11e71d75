/** A media item at the network. */
export type Upload = {
  id: string
  /** Under which a post that carries it shows it. */
  mediaKey: string
  /** Chunks that arrived. */
  chunks: number
  phase: 'sending' | 'processing' | 'ready'
  /** Set once the upload of an image was begun a second time. */
  begunAgain?: true
}

/** What is known of a publish between its steps. */
export type State = {
  /** Of all media items, in the order in which the posts carry them. */
  uploads: Upload[]
  /** Of the posts that are there, first of the thread first. */
  postIds: string[]
}

export const nothingYet: State = { uploads: [], postIds: [] }
