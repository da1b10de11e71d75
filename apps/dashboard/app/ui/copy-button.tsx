import { Button, CopyButton as Copying } from '@mantine/core'
import { Icon } from './icon.tsx'

/** A button that copies `text`. `label` names what is copied, as in "Copy link". */
export function CopyButton({ text, label }: { text: string; label: string }) {
  return (
    <Copying value={text}>
      {({ copied, copy }) => (
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name={copied ? 'check' : 'copy'} size={14} />}
          onClick={copy}
          aria-live="polite"
        >
          {copied ? 'Copied' : label}
        </Button>
      )}
    </Copying>
  )
}
