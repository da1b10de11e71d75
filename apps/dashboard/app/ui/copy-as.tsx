import { Button, Menu } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { Icon } from './icon.tsx'
import { notifyDone } from './notify.ts'
import { type SnippetRequest, snippet, snippetLanguages } from './snippets.ts'

/** Copies a program that sends a request, in the language that one chooses. */
export function CopyAs({ request }: { request: SnippetRequest }) {
  const { copy } = useClipboard()
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<Icon name="copy" size={14} />}>
          Copy as
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {snippetLanguages.map((language) => (
          <Menu.Item
            key={language}
            onClick={() => {
              copy(snippet(language, request))
              notifyDone(`The request was copied as ${language}. It reads the key from CARILLON_API_KEY.`)
            }}
          >
            {language}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
