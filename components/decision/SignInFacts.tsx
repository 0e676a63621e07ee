import { isAddress } from 'viem/utils'
import { useSlice } from '@/components/client-context'
import { AddressText } from '@/components/elements/AddressText'
import { Fold } from '@/components/elements/Fold'
import { Row, Rows } from '@/components/elements/Row'
import { VisibleText } from '@/components/elements/VisibleText'
import { format, t } from '@/components/i18n'
import type { SignIn } from '@/lib/decoding/siwe'

/** A sign-in message (EIP-4361) as a list of facts. Mismatches with the asking site are among the risks. */
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
      <Rows>
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
      </Rows>
      <Fold title={t('sign_in_whole')}>
        <p className="message">
          <VisibleText text={text} />
        </p>
      </Fold>
    </>
  )
}
