import ChevronRight from 'lucide-react/icons/chevron-right'
import { isAddress } from 'viem/utils'
import { useSlice } from '@/components/client-context'
import { AddressText } from '@/components/elements/AddressText'
import { VisibleText } from '@/components/elements/VisibleText'
import { format, t } from '@/components/i18n'
import type { SignIn } from '@/lib/decoding/siwe'
import { Row } from './Row'

/** A sign-in (EIP-4361): what it claims, one fact a line; how it is compared with who asks is among the risks. */
export function SignInFacts({ signIn, text }: { signIn: SignIn; text: string }) {
  const networks = useSlice('networks') ?? []
  const network = networks.find(candidate => BigInt(candidate.chainId) === signIn.chainId)
  return (
    <>
      {signIn.statement !== null && (
        <p className="message">
          <VisibleText text={signIn.statement} />
        </p>
      )}
      <dl className="rows">
        {isAddress(signIn.address, { strict: false }) && (
          <Row label={t('sign_in_as')} stacked>
            <AddressText address={signIn.address} />
          </Row>
        )}
        <Row label={t('network')}>{network?.name ?? signIn.chainId.toString()}</Row>
        <Row label={t('sign_in_for')} stacked>
          <span className="url" dir="ltr">
            <VisibleText text={signIn.uri} />
          </span>
        </Row>
        {signIn.expirationTime !== null && (
          <Row label={t('typed_data_until')}>{format.dateTime(Date.parse(signIn.expirationTime))}</Row>
        )}
        {signIn.resources.length > 0 && (
          <Row label={t('sign_in_resources')} stacked>
            {signIn.resources.map(resource => (
              <span key={resource} className="url url-line" dir="ltr">
                <VisibleText text={resource} />
              </span>
            ))}
          </Row>
        )}
      </dl>
      <details className="fold">
        <summary>
          <ChevronRight className="fold-arrow" size={16} aria-hidden="true" />
          {t('sign_in_whole')}
        </summary>
        <p className="message">
          <VisibleText text={text} />
        </p>
      </details>
    </>
  )
}
