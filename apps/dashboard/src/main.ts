// Bundles the app where the gateway finds it; a container image does so when it is made.
import { buildApp } from './build.ts'

try {
  console.log(await buildApp())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
