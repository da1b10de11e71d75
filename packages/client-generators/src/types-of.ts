import openapiTypes, { astToString } from 'openapi-typescript'

/**
 * Returns TypeScript source with the types of an OpenAPI document, as openapi-typescript generates them: `paths`,
 * `operations`, and each schema of the components under its own name.
 */
export async function typesOf(document: object): Promise<string> {
  const nodes = await openapiTypes(JSON.stringify(document), {
    exportType: true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    rootTypesKeepCasing: true,
    silent: true,
  })
  return astToString(nodes)
}
