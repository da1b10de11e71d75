/** A media item that is being uploaded, or was uploaded. `id` is X's. */
export type Upload = {
  id: string
  /** The media key by which X's responses name the item in a post. */
  mediaKey: string
  /** The number of chunks that have been uploaded. */
  chunks: number
  /** `sending` until the upload is finalized, `processing` while X processes the item, and then `ready`. */
  phase: 'sending' | 'processing' | 'ready'
  /** Set once the upload of an image was started a second time. */
  begunAgain?: true
}

/** The stored state of a publish between its steps. */
export type State = {
  /** The media items uploaded so far, of all posts, in the order of the posts. */
  uploads: Upload[]
  /** X's ids of the posts published so far, in the order of the thread. */
  postIds: string[]
}

export const initialState: State = { uploads: [], postIds: [] }
