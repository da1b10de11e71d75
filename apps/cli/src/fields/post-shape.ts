/** A field of a post that accepts media. */
export interface MediaSlot {
  /** The name of the field in the body, or of the part of a form. */
  field: string
  media: 'image' | 'video' | 'any'
  /** The way the files are sent: as parts of a form, as URLs of uploads, or as base64 in the body. */
  sentAs: 'form' | 'url' | 'base64'
  isList: boolean
  /** With `base64`, the name of an item's field for the media type of the file. */
  typeField: string
  takesAltText: boolean
}

/** The fields of a post on one platform that contain its text and its media. */
export interface PostShape {
  /** The name of the field for the text. */
  text: string
  media: readonly MediaSlot[]
}
