import { useState } from 'react'
import { t, useSlice } from '@/components/app'
import { Buttons, Card, Fold, Form } from '@/components/elements'
import {
  AddressField,
  AmountField,
  CopyButton,
  readAddress,
  SelectField,
  useAmountEntry,
  useHere,
} from '@/components/elements/later'
import { isSameAddress } from '@/lib/base/hex'
import { writeMaximumLink } from '@/lib/payments/shared/maximum-link'
import { LinkCode } from './LinkCode'
import { readCheckout } from './read-contracts'
import { useAssets } from './use-assets'
import { useCallContract } from './use-chain-read'
import { useReading } from './use-reading'
import { validities } from './validities'

/**
 * A seller's link for a price that is known only later. The contract is the seller's own: whoever opens the link is
 * shown what it says of itself.
 */
export function AskMaximum() {
  const selection = useSlice('selection')
  // The contract that was captured through last stands there already.
  const last = useSlice('desk')?.captures.find(({ kind }) => kind === 'permit')?.contract
  const call = useCallContract(selection?.networkId)
  const assets = useAssets()
  const [typed, setTyped] = useState<string | null>(null)
  const [validSeconds, setValid] = useState<number>(validities[2].seconds)
  const [link, setLink] = useState<string | null>(null)
  const contract = readAddress(typed ?? last ?? '', useHere())
  const checkout = useReading(
    contract.address === null ? null : `${selection?.networkId} ${contract.address}`,
    async () => ({
      found: contract.address === null ? null : await readCheckout(call, contract.address),
    }),
  )
  const found = checkout?.found ?? null
  const asset = assets.find(({ token }) => token !== null && isSameAddress(token, found?.token))
  const [amount, enterAmount] = useAmountEntry(asset)
  const isOwn = found !== null && isSameAddress(found.merchant, selection?.address)
  const isWrong = checkout !== undefined && checkout !== null && !isOwn
  const isUnlisted = isOwn && asset === undefined
  /** A link is of what was entered when it was made. */
  const changing =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value)
      setLink(null)
    }

  async function make(): Promise<void> {
    if (selection == null || contract.address === null || asset?.token == null || amount.value === null) return
    const { chainId } = selection
    const until = BigInt(Math.floor(Date.now() / 1_000) + validSeconds)
    const terms = { chainId, token: asset.token, contract: contract.address, most: amount.value, until }
    setLink(writeMaximumLink(terms))
  }

  return (
    <Card>
      <Fold title={t('ask_maximum')} testId="ask-maximum">
        <Form
          button={t('ask_maximum_make')}
          testId="maximum-make"
          isReady={isOwn && asset !== undefined && (amount.value ?? 0n) > 0n}
          submit={make}
        >
          <AddressField
            label={t('ask_maximum_contract')}
            error={isWrong ? t('ask_maximum_not_yours') : isUnlisted ? t('pay_unlisted') : undefined}
            testId="maximum-contract"
            entry={contract}
            onChange={changing(setTyped)}
          />
          <div className="desk-pair">
            <AmountField
              label={t('answers_cap_most')}
              testId="maximum-most"
              entry={amount}
              onChange={changing(enterAmount)}
            />
            <SelectField
              label={t('promise_valid')}
              testId="maximum-valid"
              choices={validities.map(({ seconds, label }) => ({ value: seconds, label: t(label) }))}
              value={validSeconds}
              onChange={changing(setValid)}
            />
          </div>
        </Form>
        {link !== null && (
          <>
            <LinkCode link={link} testId="maximum-link" />
            <Buttons>
              <CopyButton text={link} label={t('request_copy')} wide size="small" />
            </Buttons>
          </>
        )}
      </Fold>
    </Card>
  )
}
