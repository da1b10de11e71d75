import { LinkButton } from '../ui/link-button.tsx'
import { Page } from '../ui/page.tsx'

export function NotFoundPage() {
  return (
    <Page title="Page not found" description="The link may be wrong, or what it showed was deleted.">
      <div>
        <LinkButton to="/" variant="default">
          Go to the overview
        </LinkButton>
      </div>
    </Page>
  )
}
