import { html, type Markup } from './markup.ts'

/** Renders an HTML document with the style and the script of the start page. `view` is its main content. */
export function renderDocument({ title, bar, view }: { title: string; bar: Markup; view: Markup }): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Sandbox</title>
<link rel="icon" href="/start-page/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/start-page/page.css">
<script src="/start-page/page.js" type="module"></script>
</head>
<body>
${bar}
<main id="view" tabindex="-1">
${view}
</main>
<p id="notice" role="status" hidden></p>
</body>
</html>
`.text
}
