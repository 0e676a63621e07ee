import { t } from '@/components/app'
import { Card } from '@/components/elements'
import { Select, Setting } from '@/components/elements/later'
import { formatAmount } from '@/components/format/amount'
import { formatDay } from '@/components/format/time'
import { type Preference, prefer, preferenceOf } from '@/components/preferences'
import { textOf } from '@/components/texts'

/** The languages of the catalogue, each in its own words. */
const languages = { en: 'English', de: 'Deutsch' }
/** Regions that write numbers and dates each in a way of its own. */
const regions = ['US', 'GB', 'DE', 'AT', 'CH', 'IN', 'FI', 'ZA']
const sampleAmount = 1_234_567_500_000n

/** Theme, language, and how numbers and dates are written. */
export function Look() {
  const language = textOf('language')
  const samples = new Map(
    regions.map(region => {
      const locale = `${language}-${region}`
      const amount = formatAmount(sampleAmount, 6, { locale, style: 'exact' })
      return [`${amount} · ${formatDay('2026-05-31', locale)}`, region]
    }),
  )
  return (
    <Card title={t('settings_look')}>
      <Choice name="theme" label={t('settings_theme')} choices={{ light: t('theme_light'), dark: t('theme_dark') }} />
      <Choice name="language" label={t('settings_language')} choices={languages} />
      <Choice
        name="region"
        label={t('settings_region')}
        choices={Object.fromEntries([...samples].map(([sample, region]) => [region, sample]))}
      />
    </Card>
  )
}

interface ChoiceProps {
  name: Preference
  label: string
  /** Words by value. */
  choices: Readonly<Record<string, string>>
}

function Choice({ name, label, choices }: ChoiceProps) {
  return (
    <Setting as="label" label={label}>
      <Select
        testId={`prefer-${name}`}
        choices={Object.entries({ '': t('settings_as_browser'), ...choices }).map(([value, words]) => ({
          value,
          label: words,
        }))}
        value={preferenceOf(name)}
        onChange={value => prefer(name, value)}
      />
    </Setting>
  )
}
