/**
 * Opens a tab at once, as browsers allow only while a click is handled, and leads it to where it is to go later. The other
 * side does not learn from where.
 */
export function openTab() {
  const tab = window.open('', '_blank')
  if (tab) tab.opener = null
  return {
    go(url: string): void {
      if (tab) tab.location.replace(url)
    },
    close(): void {
      tab?.close()
    },
  }
}
