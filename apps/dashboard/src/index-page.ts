import type { Bundle } from './manifest.ts'

const title = 'Carillon'

function page(head: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/favicon.ico" type="image/svg+xml">
${head}
</head>
<body>
${body}
</body>
</html>
`
}

export interface IndexOptions {
  bundle: Bundle
  /** The path under which the files are served, with a slash at the end. */
  filesPath: string
  /** The nonce of this response's Content-Security-Policy, which styles added by scripts must have. */
  nonce: string
}

/**
 * Renders the HTML of the app's only page, with the nonce in a `meta` element: scripts read it from there, for the
 * styles that they add.
 */
export function indexPage({ bundle, filesPath, nonce }: IndexOptions): string {
  const head = [
    `<meta name="style-nonce" content="${nonce}">`,
    ...bundle.styles.map((name) => `<link rel="stylesheet" href="${filesPath}${name}">`),
    ...bundle.preloads.map((name) => `<link rel="modulepreload" href="${filesPath}${name}">`),
    ...bundle.scripts.map((name) => `<script type="module" src="${filesPath}${name}"></script>`),
  ]
  const body = '<div id="app"></div>\n<noscript>The dashboard needs JavaScript.</noscript>'
  return page(head.join('\n'), body)
}

/**
 * The HTML of the page that is shown while the bundle is being built, for a second or two. The browser reloads it on
 * its own.
 */
export const preparingPage = page(
  '<meta http-equiv="refresh" content="1">\n<link rel="stylesheet" href="/page.css">',
  '<main>\n<h1>The dashboard is being prepared</h1>\n<p role="status">It opens in a moment.</p>\n</main>',
)

/** The HTML of the page that is shown if the bundle cannot be built, for the operator. */
export const notBundledPage = page(
  '<link rel="stylesheet" href="/page.css">',
  '<main>\n<h1>The dashboard is not bundled</h1>\n<p>It could not be bundled here: the log of the gateway says why. Run <code>npm run bundle</code> as a user who may write in the folder of Carillon, then load this page again. Everything else works without it.</p>\n</main>',
)
