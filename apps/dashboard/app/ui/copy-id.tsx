import { ActionIcon, Code, CopyButton as Copying, Group } from '@mantine/core'
import { Icon } from './icon.tsx'

/** An id of the API, to be copied; ids that were created at the same time differ in their ends, which are shown. `of` says whose id it is, as in "Copy the id of Ada". */
export function CopyId({ id, of }: { id: string; of: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <Code title={id} style={{ whiteSpace: 'nowrap' }}>{`…${id.slice(-8)}`}</Code>
      <Copying value={id}>
        {({ copied, copy }) => (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="md"
            onClick={copy}
            aria-label={copied ? `The id of ${of} is copied` : `Copy the id of ${of}`}
          >
            <Icon name={copied ? 'check' : 'copy'} size={15} />
          </ActionIcon>
        )}
      </Copying>
    </Group>
  )
}
