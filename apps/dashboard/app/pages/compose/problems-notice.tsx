import type { PostValidation } from '@carillon/client'
import { Alert, Stack, Text } from '@mantine/core'
import type { PostContent } from './draft/draft.ts'
import type { DraftProblem } from './form/draft-problems.ts'
import { labelOf } from './form/labels.ts'
import type { PostForm } from './form/post-schema.ts'
import { placeWords } from './form/problem-words.ts'

export interface PlaceProps {
  content: PostContent
  form: PostForm
}

interface ProblemsProps extends PlaceProps {
  problems: readonly DraftProblem[]
  /** Whether anything has been written. If not, problems are shown as what the post needs. */
  isBegun: boolean
}

function titleOf({ problems: { length }, isBegun }: ProblemsProps): string {
  if (!isBegun) return 'What this post needs'
  return length === 1 ? 'One problem' : `${length} problems`
}

/** All problems of a post at once, each with its place; nothing if none exist. */
export function ProblemsNotice(props: ProblemsProps) {
  const { problems, isBegun, content, form } = props
  if (problems.length === 0) return null
  return (
    <Alert color={isBegun ? 'red' : 'gray'} variant="light" title={titleOf(props)}>
      <Stack gap={4}>
        {problems.map(({ path, message }) => {
          const place = placeWords(path, content, form)
          return (
            <Text key={`${path.join('.')} ${message}`} size="sm" className="foreign">
              {place && <strong>{place}: </strong>}
              {message}
            </Text>
          )
        })}
      </Stack>
    </Alert>
  )
}

type Conversion = PostValidation['media'][number]['conversions'][number]

const conversionWords = ({ property, from, to }: Conversion) => `${labelOf(property).toLowerCase()} ${from} → ${to}`

/** The conversions of files that the service reported, in words; nothing if none exist. */
export function Conversions({ media, content, form }: PlaceProps & { media: PostValidation['media'] }) {
  const changed = media.filter(({ conversions }) => conversions.length > 0)
  if (changed.length === 0) return null
  return (
    <Text size="sm" c="dimmed" component="div">
      {changed.map(({ path, conversions }) => (
        <div key={path.join('.')}>
          {placeWords(path, content, form)} is converted: {conversions.map(conversionWords).join(', ')}.
        </div>
      ))}
    </Text>
  )
}
