/** The service's own limits; those of a network stand in the matrix and in its post schema. */
export const limits = {
  freeAccounts: 3,
  profileName: 200,
  profileExternalId: 200,
  profileMetadataBytes: 16 * 1024,
  handle: 253,
  aggregateRecords: 10_000,
  sessionMinutes: 30,
  idempotencyHours: 24,
  bodyBytes: 1024 * 1024,
  publicationPage: 50,
} as const
