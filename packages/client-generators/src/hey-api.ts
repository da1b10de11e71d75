import { createClient } from '@hey-api/openapi-ts'

/**
 * Writes the client that hey-api generates from an OpenAPI document, a function for each operation, into a folder.
 * Deletes what the folder contained before.
 */
export async function generateHeyApiClient(document: object, folder: string): Promise<void> {
  await createClient({
    input: { ...document },
    output: { path: folder, module: { extension: '.js' } },
    logs: { level: 'silent' },
  })
}
