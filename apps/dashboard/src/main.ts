// Bundles the app where the gateway finds it; a container image does so when it is made.
import { buildApp } from './build.ts'

console.log(await buildApp())
