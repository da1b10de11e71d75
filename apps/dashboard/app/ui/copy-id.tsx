import { ActionIcon, Code, CopyButton as Copying, Group } from '@mantine/core'
import { Icon } from './icon.tsx'

/**
 * The last 8 characters of an id, in which ids of the same time differ, and a button that copies the whole id. `of`
 * names its owner for screen readers, as in "Copy the id of Ada".
 */
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
