/**
 * Opens an empty tab, and returns functions that load a URL in it or close it later. Call it while a click is handled:
 * browsers block it otherwise, and then both functions do nothing. The opened page gets no reference to this one.
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
