export { bundle, bundleApp, bundledApps } from './bundle-app.ts'
