import { ActionIcon, Group, Progress, Stack, Text } from '@mantine/core'
import { errorWords } from '../data/error-words.ts'
import { Icon } from '../ui/icon.tsx'
import type { UploadState } from './file-upload.ts'
import { useUpload } from './uploads.ts'

const percentOf = ({ sent, bytes }: UploadState) => (bytes === 0 ? 0 : Math.floor((100 * sent) / bytes))

function wordsOf(state: UploadState): string {
  switch (state.status) {
    case 'sending':
      return `${percentOf(state)} %`
    case 'waiting':
      return `${percentOf(state)} %, waiting for the connection`
    case 'paused':
      return `${percentOf(state)} %, paused`
    case 'failed':
      return errorWords(state.error).message
    case 'complete':
      return 'Uploaded'
    default:
      return state.status satisfies never
  }
}

/**
 * The percentage of a file that has been uploaded, or its error, with a button that pauses, continues or retries it.
 * Starts the upload of the file if it has none.
 */
export function UploadProgress({ file }: { file: File }) {
  const { upload, state } = useUpload(file)
  const { status } = state
  const stands = status === 'paused' || status === 'failed'
  const label = status === 'failed' ? `Upload ${file.name} again` : `Continue to upload ${file.name}`
  return (
    <Stack gap={2}>
      {status !== 'complete' && <Progress value={percentOf(state)} aria-label={`Upload of ${file.name}`} size="sm" />}
      <Group gap={4} wrap="nowrap" justify="space-between">
        <Text size="xs" c={status === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'}>
          {wordsOf(state)}
        </Text>
        {status !== 'complete' && (
          <ActionIcon
            size="sm"
            variant="default"
            onClick={stands ? upload.resume : upload.pause}
            aria-label={stands ? label : `Pause the upload of ${file.name}`}
          >
            <Icon name={stands ? 'play' : 'pause'} size={14} />
          </ActionIcon>
        )}
      </Group>
    </Stack>
  )
}
