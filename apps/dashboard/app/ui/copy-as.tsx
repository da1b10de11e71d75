import { Button, Menu } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { Icon } from './icon.tsx'
import { notifyDone, notifyError } from './notify.ts'
import { type SnippetLanguage, type SnippetRequest, snippet, snippetLanguages } from './snippets.ts'

export interface CopyAsProps {
  /** The request, or a function that makes it when it is copied; its error is shown. */
  request: SnippetRequest | (() => Promise<SnippetRequest>)
}

/**
 * A menu that copies a program which sends a request, in the chosen language. The program reads the API key from the
 * environment.
 */
export function CopyAs({ request }: CopyAsProps) {
  const { copy } = useClipboard()
  const copyAs = async (language: SnippetLanguage) => {
    copy(snippet(language, typeof request === 'function' ? await request() : request))
    notifyDone(`The request was copied as ${language}. It reads the key from CARILLON_API_KEY.`)
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<Icon name="copy" size={14} />}>
          Copy as
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {snippetLanguages.map((language) => (
          <Menu.Item key={language} onClick={() => copyAs(language).catch(notifyError)}>
            {language}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
