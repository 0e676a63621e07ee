import { browser } from 'wxt/browser'
import { t } from '@/components/app'
import { Card } from '@/components/elements'
import { Setting } from '@/components/elements/later'

/** The version, and the licences of the wallet and of what is in it. The build writes that file. */
export function About() {
  return (
    <Card title={t('about')}>
      <Setting label={`${t('extension_name')} ${browser.runtime.getManifest().version}`} note={t('about_licence')}>
        <a className="link" href="/licences.txt" target="_blank" rel="noreferrer">
          {t('about_licences')}
        </a>
      </Setting>
    </Card>
  )
}
