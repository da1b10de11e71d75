const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? ''

// Read by the library that keeps the page from scrolling below a dialog.
Object.assign(globalThis, { __webpack_nonce__: nonce })

/** The nonce that style sheets created in the browser need, by the content security policy of the page. */
export function styleNonce(): string {
  return nonce
}
