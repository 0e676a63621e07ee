import { t } from '@/components/app'
import { QrCode } from '@/components/elements/QrCode'

/** A payment link as a code to scan, and as text. */
export function LinkCode({ link, testId }: { link: string; testId: string }) {
  return (
    <div className="request-code">
      <QrCode text={link} size={200} label={t('request_code')} />
      <p className="desk-link" dir="ltr" data-testid={testId}>
        {link}
      </p>
    </div>
  )
}
