export { type XOptions, xApps } from './options.ts'
export { x } from './x.ts'
