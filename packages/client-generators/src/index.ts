export { generateHeyApiClient } from './hey-api.ts'
export { typesOf } from './types-of.ts'
export { withoutErrors } from './without-errors.ts'
