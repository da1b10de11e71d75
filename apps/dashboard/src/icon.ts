import { readFileSync } from 'node:fs'

/** The icon of the dashboard, as SVG. */
export const dashboardIcon = readFileSync(new URL('./icon.svg', import.meta.url), 'utf8')
