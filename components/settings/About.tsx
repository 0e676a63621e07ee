import { browser } from 'wxt/browser'
import { t } from '@/components/app'
import { Card, Fold } from '@/components/elements'
import { Row, Rows } from '@/components/elements/later'
import { licences } from './licences'

/** The version, and the licences of the wallet and of what is in it. */
export function About() {
  return (
    <Card title={t('about')}>
      <p>
        {t('extension_name')} {browser.runtime.getManifest().version}
      </p>
      <p className="quiet">{t('about_licence')}</p>
      <Fold title={t('about_licences')} testId="licences">
        <Rows>
          {Object.entries(licences).map(([licence, packages]) => (
            <Row key={licence} label={licence} stacked>
              {packages}
            </Row>
          ))}
        </Rows>
      </Fold>
    </Card>
  )
}
