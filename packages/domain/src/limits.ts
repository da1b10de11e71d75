/** The service's own limits. The limits of a network are in the capability matrix and in its post schema. */
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
  connectLinkDays: 30,
  /** Authorizations that can be started from one connect link. */
  startsPerConnectLink: 500,
  organizationName: 100,
  webhookHeaders: 10,
  /** Events that one request can have delivered again. */
  replayedEvents: 100_000,
  profileMetadataBytes: 16 * 1024,
  handle: 253,
  aggregateRecords: 10_000,
  sessionMinutes: 30,
  idempotencyHours: 24,
  bodyBytes: 1024 * 1024,
  /**
   * Of a publish body: a Bluesky thread of 25 videos of the largest size, and nothing that a network takes needs more. Four
   * items of a video's size in each of X's 25 posts would, but X takes one video a post.
   */
  publishBytes: 3_500_000_000,
  /** Of an upload: the largest video that a network takes is one of X. */
  uploadBytes: 4_000_000_000,
  publishPage: 50,
  /** One for each hour of a week. */
  slotsPerProfile: 168,
  schedulePage: { usual: 50, max: 200 },
  writesOfRequest: 100,
  commentsPerPost: 10_000,
  recentCommentsPage: 100,
  templatesPerAccount: 1_000,
} as const
