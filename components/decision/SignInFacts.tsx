import { useSlice } from '@/components/client-context'
import { AddressText } from '@/components/elements/AddressText'
import { Fold } from '@/components/elements/Fold'
import { Row, Rows } from '@/components/elements/Row'
import { VisibleText } from '@/components/elements/VisibleText'
import { format, t } from '@/components/i18n'
import { isAddress } from '@/lib/base/checksum'
import { isRecap } from '@/lib/reading/messages/recap'
import type { SignIn } from '@/lib/reading/messages/siwe'
import type { Choosing } from './kinds/kind'
import { ReadToEnd } from './ReadToEnd'

interface SignInFactsProps extends Pick<Choosing, 'onChanging'> {
  signIn: SignIn
  text: string
}

/** A sign-in message (EIP-4361) as a list of facts. Mismatches with the asking site are among the risks. */
export function SignInFacts({ signIn, text, onChanging }: SignInFactsProps) {
  const networks = useSlice('networks') ?? []
  const permissions = signIn.recap?.entries ?? []
  const resources = plainResources(signIn)
  const network = networks.find(candidate => BigInt(candidate.chainId) === signIn.chainId)
  return (
    <>
      {signIn.statement !== null && (
        <ReadToEnd onChanging={onChanging}>
          <VisibleText text={signIn.statement} />
        </ReadToEnd>
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
        {(permissions.length > 0 || resources.length > 0) && (
          <Row label={t('sign_in_resources')} stacked>
            {permissions.map(({ resource, namespace, actions }) => (
              <span key={`${namespace} ${resource}`} className="url url-line" dir="ltr">
                <VisibleText text={`${namespace}: ${actions.join(', ')} · ${resource}`} />
              </span>
            ))}
            {resources.map(resource => (
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

/** Permissions that could be read are shown as such, not as their bytes, and the address that it is for only once. */
function plainResources({ recap, resources, uri }: SignIn): string[] {
  const isRead = recap !== null && recap.entries.length > 0
  return resources.filter(resource => resource !== uri && !(isRead && isRecap(resource)))
}
