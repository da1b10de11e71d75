import type { Platform } from '@carillon/client'
import { Button, Group, Stack, Tabs, Text, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { NetworkIcon } from '../../ui/network-icon.tsx'
import { networks } from '../../ui/networks.ts'
import styles from './compose.module.css'
import { ContentEditor } from './content-editor.tsx'
import { type Change, copyOf, type Draft } from './draft/draft.ts'
import type { KeptState } from './draft/use-kept-uploads.ts'
import type { PostForm } from './form/post-schema.ts'

export interface NetworkTabsProps {
  draft: Draft
  /** The forms of the chosen networks. */
  forms: readonly PostForm[]
  kept: ReadonlyMap<string, KeptState>
  onChange: Change<Draft>
}

const all = 'all'

function OwnContent({ platform, ...props }: NetworkTabsProps & { platform: Platform }) {
  const { draft, forms, kept, onChange } = props
  const { name } = networks[platform]
  const own = draft.own[platform]
  if (!own) {
    return (
      <Stack gap="sm" align="flex-start">
        <Text size="sm" c="dimmed">
          {name} gets the text and media that all networks get.
        </Text>
        <Button
          variant="default"
          size="sm"
          onClick={() => onChange((before) => ({ ...before, own: { ...before.own, [platform]: copyOf(before) } }))}
        >
          Write separately for {name}
        </Button>
      </Stack>
    )
  }
  return (
    <Stack gap="md">
      <ContentEditor
        content={own}
        forms={forms.filter((form) => form.platform === platform)}
        slots={draft.slots}
        kept={kept}
        onChange={(update) =>
          onChange((before) => {
            const content = before.own[platform]
            return content ? { ...before, own: { ...before.own, [platform]: update(content) } } : before
          })
        }
      />
      <Group>
        <Button
          variant="default"
          size="xs"
          onClick={() =>
            onChange(({ own: { [platform]: _dropped, ...others }, ...before }) => ({ ...before, own: others }))
          }
        >
          Use the text and media for all networks
        </Button>
      </Group>
    </Stack>
  )
}

/**
 * The editors of the content for all networks, and of each network's own content; as tabs if there are several
 * networks.
 */
export function NetworkTabs(props: NetworkTabsProps) {
  const { draft, forms, kept, onChange } = props
  const [chosen, choose] = useState<string>(all)
  const isOffered = chosen === all || forms.some(({ platform }) => platform === chosen)
  const forAll = forms.filter(({ platform }) => !draft.own[platform])
  const everything = (
    <ContentEditor
      content={draft}
      forms={forAll.length > 0 ? forAll : forms}
      slots={draft.slots}
      kept={kept}
      onChange={(update) => onChange((before) => ({ ...before, ...update(before) }))}
    />
  )
  if (forms.length < 2) {
    const [form] = forms
    return form && draft.own[form.platform] ? <OwnContent {...props} platform={form.platform} /> : everything
  }
  return (
    <Tabs
      value={isOffered ? chosen : all}
      onChange={(value) => choose(value ?? all)}
      keepMounted={false}
      classNames={{ tab: styles['tab'] ?? '' }}
    >
      <Tabs.List aria-label="Written for" mb="md">
        <Tabs.Tab value={all}>All networks</Tabs.Tab>
        {forms.map(({ platform }) => (
          <Tabs.Tab key={platform} value={platform} leftSection={<NetworkIcon platform={platform} size={16} />}>
            {draft.own[platform] && (
              <>
                <span aria-hidden="true">•</span>
                <VisuallyHidden>, written separately</VisuallyHidden>
              </>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={all}>{everything}</Tabs.Panel>
      {forms.map(({ platform }) => (
        <Tabs.Panel key={platform} value={platform}>
          <OwnContent {...props} platform={platform} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
