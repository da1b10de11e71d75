// Generated from the OpenAPI document by `npm run reference`. Do not edit.

import type { PostShape } from '../fields/post-shape.ts'

/** The names of the fields of a post that contain its text and its media, keyed by platform. */
export const postShapes: Readonly<Record<string, PostShape>> = {
  instagram: {
    text: 'caption',
    media: [
      {"field":"photos[]","media":"image","sentAs":"form","isList":true,"typeField":"contentType","takesAltText":true},
    ],
  },
  facebook: {
    text: 'message',
    media: [
      {"field":"photos[]","media":"image","sentAs":"form","isList":true,"typeField":"contentType","takesAltText":false},
      {"field":"reel","media":"video","sentAs":"form","isList":false,"typeField":"contentType","takesAltText":false},
      {"field":"video","media":"video","sentAs":"form","isList":false,"typeField":"contentType","takesAltText":false},
    ],
  },
  tiktok: {
    text: 'tiktok_title',
    media: [
      {"field":"photos[]","media":"image","sentAs":"form","isList":true,"typeField":"content_type","takesAltText":false},
      {"field":"video","media":"video","sentAs":"form","isList":false,"typeField":"content_type","takesAltText":false},
    ],
  },
  youtube: {
    text: 'title',
    media: [
      {"field":"video","media":"video","sentAs":"url","isList":false,"typeField":"content_type","takesAltText":false},
    ],
  },
  x: {
    text: 'text',
    media: [
      {"field":"media","media":"any","sentAs":"url","isList":true,"typeField":"content_type","takesAltText":false},
    ],
  },
  bluesky: {
    text: 'text',
    media: [
      {"field":"images","media":"image","sentAs":"base64","isList":true,"typeField":"content_type","takesAltText":true},
      {"field":"video","media":"video","sentAs":"url","isList":false,"typeField":"content_type","takesAltText":true},
    ],
  },
}
