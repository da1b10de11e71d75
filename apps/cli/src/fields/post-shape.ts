/** Where media of a post go. */
export interface MediaSlot {
  /** The field of the body, or the name of the part of a form. */
  field: string
  media: 'image' | 'video' | 'any'
  /** As a part of a form, as the URL of an upload, or as base64 in the body. */
  sentAs: 'form' | 'url' | 'base64'
  isList: boolean
  typeField: string
  takesAltText: boolean
}

/** The fields of a post on a platform that hold its text and its media. */
export interface PostShape {
  text: string
  media: readonly MediaSlot[]
}
