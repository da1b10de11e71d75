/**
 * Carillon's own limits. The limits of a network are in the capability matrix and in its post schema. A number whose
 * name has no unit counts characters (of names, external ids and handles) or objects.
 */
export const limits = {
  freeAccounts: 3,
  profileName: 200,
  profileExternalId: 200,
  profilesPerKey: 50,
  networksPerKey: 20,
  keyName: 200,
  keysPerOrganization: 100,
  webhookEndpointsPerOrganization: 20,
  connectLinksPerProfile: 100,
  originsPerOrganization: 1_000,
  connectLinkDays: 30,
  /** The maximum number of authorizations that can be started from one connect link. */
  startsPerConnectLink: 500,
  organizationName: 100,
  /** The number of requests of an organization that are kept, unless the operator sets another one. */
  requestsPerOrganization: 50_000,
  webhookHeaders: 10,
  /** The maximum number of events that one replay request delivers again. */
  replayedEvents: 100_000,
  profileMetadataBytes: 16 * 1024,
  handle: 253,
  aggregateRecords: 10_000,
  /** The maximum number of UTF-16 code units of the posts that are read for one organization at the same time. */
  aggregateCharacters: 20_000_000,
  sessionMinutes: 30,
  idempotencyHours: 24,
  bodyBytes: 1024 * 1024,
  /**
   * The maximum size of a publish body: that of the largest possible post, a Bluesky thread of 25 videos. X's schema
   * alone would allow more (four videos in each of 25 posts), but X accepts one video per post.
   */
  publishBytes: 3_510_000_000,
  /** The maximum size of an upload: that of the largest video that any network accepts, one for X. */
  uploadBytes: 4_000_000_000,
  publishPage: { usual: 50, max: 200 },
  /** The maximum number of UTF-16 code units of all posts in a page of publishes or schedules. */
  pageCharacters: 1_000_000,
  /** The maximum number of UTF-16 code units of all profiles in a list without pages. */
  listCharacters: 32_000_000,
  /** The maximum number of slots of a profile: one for each hour of a week. */
  slotsPerProfile: 168,
  schedulePage: { usual: 50, max: 200 },
  writesOfRequest: 100,
  recentCommentsPage: 200,
  templatesPerAccount: 1_000,
} as const
