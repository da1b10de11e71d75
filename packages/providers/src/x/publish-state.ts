/** An uploaded media item. */
export type Upload = {
  id: string
  /** The media key under which a post refers to it. */
  mediaKey: string
  /** The number of chunks that have been uploaded. */
  chunks: number
  phase: 'sending' | 'processing' | 'ready'
  /** Set once the upload of an image was started a second time. */
  begunAgain?: true
}

/** The state of a publish between its steps. */
export type State = {
  /** All media items, in the order of the posts. */
  uploads: Upload[]
  /** Ids of the published posts, in the order of the thread. */
  postIds: string[]
}

export const initialState: State = { uploads: [], postIds: [] }
