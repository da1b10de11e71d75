declare global {
  // Absent in browsers that do not have it.
  var trustedTypes: { createPolicy(name: string, rules: { createHTML(text: string): string }): unknown } | undefined
}

/**
 * Registers the default Trusted Types policy, which the Content-Security-Policy of the page requires for text that
 * becomes markup: it permits text without `<`, such as the style sheets of the component library, and throws TypeError
 * for any other. Call it once, before the app is rendered.
 */
export function allowPlainText(): void {
  globalThis.trustedTypes?.createPolicy('default', {
    createHTML(text) {
      if (text.includes('<')) throw new TypeError('The dashboard makes no markup of text.')
      return text
    },
  })
}
