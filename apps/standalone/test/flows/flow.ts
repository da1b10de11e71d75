import type { Platform } from '@carillon/domain'

/** Media of the sandbox's samples, as each network's JSON body wants them. */
export interface Samples {
  /** `{content_type, base64}` */
  snake(name: string): Promise<{ content_type: string; base64: string }>
  /** `{contentType, base64}` */
  camel(name: string): Promise<{ contentType: string; base64: string }>
  url(name: string): string
}

// What the sandbox holds is looked into field by field.
// biome-ignore lint/suspicious/noExplicitAny: a JSON boundary of tests
export type Held = any

/** One kind of post: the request, the first response, and what the network must then contain. */
export interface Kind {
  title: string
  body(samples: Samples): Promise<Record<string, unknown>>
  status: 201 | 202
  /** Tells this post among those the network holds. */
  is(post: Held): boolean
  /** Throws when the network does not hold everything that was asked for. */
  check(post: Held, all: Held[]): void
  /** Whether the network hands out ids for it. */
  withoutIds?: boolean
}

/** One network's way from connecting to deleting. */
export interface Flow {
  platform: Platform
  connect?: { as?: string; body?: Record<string, unknown> }
  /** What the developers of the app have reached at the network, as `POST /person/app` of the sandbox takes it. */
  app?: Record<string, unknown>
  kinds: Kind[]
  /** A field of the listed record that the first kind's post must show. */
  listed(record: Held): boolean
  deletes: boolean
}
