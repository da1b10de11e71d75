// Bundles the apps that are named, or all that are deployed, and prints the path of each bundle's main file.
import { type BundledApp, bundleApp, bundledApps } from './bundle-app.ts'

const isBundled = (name: string): name is BundledApp => bundledApps.some((app) => app === name)

const named = process.argv.slice(2)
const unknown = named.filter((name) => !isBundled(name))
if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: not among ${bundledApps.join(', ')}`)
for (const app of named.length > 0 ? named.filter(isBundled) : bundledApps) console.log(await bundleApp(app))
