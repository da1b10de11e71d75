import { fileURLToPath } from 'node:url'

/** Where the pages are: `index.html` and the files it names, to be served as they are below `/dashboard`. */
export const dashboardFolder = fileURLToPath(new URL('../pages', import.meta.url))
