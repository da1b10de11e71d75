import { Group, MultiSelect, Select, Stack, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useFacts } from '../../data/facts.ts'
import { useProfileId } from '../../data/profile.ts'
import { accountsQuery } from '../../data/queries.ts'
import { lastDays, rangeBefore, rangeRulesOf, today } from '../../data/ranges.ts'
import { accountOption } from '../../ui/account-name.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { ListStates } from '../../ui/list-states.tsx'
import { Page } from '../../ui/page.tsx'
import { useQueryParam } from '../../ui/query-param.ts'
import { RangePicker } from '../../ui/range-picker.tsx'
import { useRange } from '../../ui/use-range.ts'
import { AccountsView } from './accounts-view.tsx'
import { ReportView } from './report-view.tsx'
import { networksWithReports, reportsOf } from './use-report.ts'
import { videoIdsIn, videoIdsProblem, videoRulesOf } from './video-ids.ts'
import { VideoIdsField } from './video-ids-field.tsx'

/** The maximum number of other accounts that are compared with the chosen one. */
const maxBeside = 3

/** The reports of an account; the capabilities of its network determine which exist. */
export default function AnalyticsPage() {
  const list = useQuery(accountsQuery(useProfileId()))
  const facts = useFacts()
  const [accountId, setAccountId] = useQueryParam('account')
  const [reportId, setReportId] = useQueryParam('report')
  const [, setFigure] = useQueryParam('figure')
  const accounts = facts
    ? (list.data?.accounts ?? []).filter(({ platform }) => reportsOf(facts, platform).length > 0)
    : []
  const account = accounts.find((one) => one.accountId === accountId) ?? accounts[0]
  const reports = account && facts ? reportsOf(facts, account.platform) : []
  const report = reports.find(({ id }) => id === reportId) ?? reports[0]
  const rules = report ? rangeRulesOf(report.cell) : null
  const day = today(Date.now())
  const [range, setRange] = useRange(rules, day)
  const [compare, setCompare] = useQueryParam('compare')
  const [beside, setBeside] = useQueryParam('with')
  const others = accounts.filter((one) => one !== account && beside?.split(',').includes(one.accountId))
  const isCompared = compare !== 'no'
  const before = rules && rangeBefore(range ?? lastDays(rules.defaultDays, rules, day), rules, day)
  const videoRules = report ? videoRulesOf(report.cell) : null
  const [videos, setVideos] = useQueryParam('videos')
  // Ids that were requested for another report, or too many ids, are ignored.
  const isAsked = videos !== null && videoRules !== null && videoIdsProblem(videos, videoRules) === null
  const videoIds = isAsked ? videoIdsIn(videos) : []
  const forget = () => {
    setFigure(null)
    setRange(null)
    setVideos(null)
  }
  return (
    <Page title="Analytics" description="What the social networks report about your accounts, read live.">
      <ListStates
        list={{ ...list, isPending: list.isPending || !facts }}
        isEmpty={!account}
        empty={
          <EmptyState
            title="No account with reports"
            action={<LinkButton to="/accounts?connect=new">Connect an account</LinkButton>}
          >
            {facts && `There are reports for ${networksWithReports(facts).join(', ')}.`}
          </EmptyState>
        }
      >
        {account && report && (
          <Stack gap="lg">
            <Group align="flex-start" gap="sm">
              <Select
                label="Account"
                data={accounts.map(accountOption)}
                value={account.accountId}
                onChange={(value) => {
                  forget()
                  setReportId(null)
                  setAccountId(value)
                }}
                allowDeselect={false}
                w={{ base: '100%', sm: 280 }}
              />
              <Select
                label="Report"
                data={reports.map(({ id, title }) => ({ value: id, label: title }))}
                value={report.id}
                onChange={(value) => {
                  forget()
                  setReportId(value)
                }}
                allowDeselect={false}
                w={{ base: '100%', sm: 240 }}
              />
              {rules && (
                <RangePicker
                  key={`${account.accountId} ${report.id}`}
                  rules={rules}
                  day={day}
                  range={range}
                  onChange={setRange}
                />
              )}
            </Group>
            {accounts.length > 1 && (
              <MultiSelect
                label="Side by side with"
                data={accounts.filter((one) => one !== account).map(accountOption)}
                value={others.map((one) => one.accountId)}
                onChange={(ids) => setBeside(ids.join(','))}
                maxValues={maxBeside}
                clearable
                clearButtonProps={{ 'aria-label': 'No other account' }}
                {...(others.length === 0 && { placeholder: 'Other accounts' })}
                maw={560}
              />
            )}
            {others.length > 0 && facts && (
              <AccountsView facts={facts} accounts={[account, ...others]} report={report} range={range} />
            )}
            {before && (
              <Switch
                label="Compare with the days before"
                checked={isCompared}
                onChange={({ currentTarget: { checked } }) => setCompare(checked ? null : 'no')}
              />
            )}
            {videoRules && (
              <VideoIdsField
                key={`videos of ${account.accountId} ${report.id}`}
                rules={videoRules}
                ids={videoIds}
                onChange={(ids) => setVideos(ids.join(','))}
              />
            )}
            <ReportView
              key={`${account.accountId} ${report.id}`}
              account={account}
              report={report}
              range={range}
              before={isCompared ? before : null}
              videoIds={videoIds}
            />
          </Stack>
        )}
      </ListStates>
    </Page>
  )
}
