import { typesOf, withoutErrors } from '@carillon/client-generators'

/** The types of packages/client, from the OpenAPI document. */
export async function clientTypes(document: object): Promise<string> {
  const types = await typesOf(withoutErrors(document))
  return `// Generated from the OpenAPI document by \`npm run reference\`. Do not edit.\n\n${types}`
}
