/**
 * How Node is told to run the processes of Carillon; the image does the same. Large bodies pass through as buffers outside
 * the heap, with young text beside them: with more than 8 MiB of room for young objects so many of them wait to be cleared
 * away that Node walks its whole heap several times during an upload, which then takes nearly twice as long.
 */
export const nodeFlags: readonly string[] = ['--max-semi-space-size=8']
