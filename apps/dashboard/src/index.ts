export { bundleOf, currentBundle } from './current-bundle.ts'
export { dashboardIcon } from './icon.ts'
export { indexPage, preparingPage } from './index-page.ts'
export { contentType, type Encoding, encodings } from './manifest.ts'
