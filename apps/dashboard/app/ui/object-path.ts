/** The paths of the pages that show an object, keyed by its type in events and the audit log; its id is appended. */
const pages: Readonly<Record<string, string>> = {
  publish: '/publishes',
  account: '/accounts',
  schedule: '/calendar',
  endpoint: '/webhooks',
  key: '/keys',
}

/** The path of an object's page within the app; null if objects of its type have none. */
export function objectPath({ type, id }: { type: string; id: string }): string | null {
  const page = pages[type]
  return page === undefined ? null : `${page}/${encodeURIComponent(id)}`
}
