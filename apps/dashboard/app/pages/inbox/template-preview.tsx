import { Badge, Group, Paper, Stack, Text } from '@mantine/core'
import { Foreign } from '../../ui/foreign.tsx'
import { bodyOf, filledTemplate, type Template } from './template.ts'

/** A preview of a template, with the values filled in: `{{1}}` is the first. */
export function TemplatePreview({ template, values }: { template: Template; values: readonly string[] }) {
  const textOf = (type: string) => template.components.find((component) => component.type === type)?.text ?? null
  const [header, footer] = [textOf('header'), textOf('footer')]
  const buttons = template.components.flatMap((component) => component.buttons)
  return (
    <Paper withBorder p="sm" role="group" aria-label="Preview">
      <Stack gap={6}>
        <Group gap="xs" justify="space-between">
          <Text size="xs" c="dimmed">
            Preview
          </Text>
          <Text size="xs" c="dimmed">
            {[template.status, template.category].filter(Boolean).join(' · ').replaceAll('_', ' ')}
          </Text>
        </Group>
        {header && (
          <Foreign size="sm" fw={600}>
            {header}
          </Foreign>
        )}
        <Foreign size="sm" style={{ whiteSpace: 'pre-wrap' }}>
          {filledTemplate(bodyOf(template), values)}
        </Foreign>
        {footer && (
          <Foreign size="xs" c="dimmed">
            {footer}
          </Foreign>
        )}
        {buttons.length > 0 && (
          <Group gap={6}>
            {buttons.map(({ text, type }) => (
              <Badge key={`${type} ${text}`} variant="default" tt="none" fw={500}>
                {text}
              </Badge>
            ))}
          </Group>
        )}
      </Stack>
    </Paper>
  )
}
