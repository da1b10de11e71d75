/** The pages that show an object, by the type that events and the audit log give it. */
const pages: Readonly<Record<string, string>> = {
  publish: '/publishes',
  account: '/accounts',
  schedule: '/calendar',
  endpoint: '/webhooks',
  key: '/keys',
}

/** The page of an object within the app; null for an object without one. */
export function objectPath({ type, id }: { type: string; id: string }): string | null {
  const page = pages[type]
  return page === undefined ? null : `${page}/${encodeURIComponent(id)}`
}
