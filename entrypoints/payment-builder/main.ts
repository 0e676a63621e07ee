import type { Address } from 'viem'
import { browser } from 'wxt/browser'
import { buildPayment } from '@/components/payments/builder'
import { describeFault } from '@/lib/faults/describe'
import { buildPaymentMessage, type PaymentOptionView } from '@/lib/messaging/http402'

interface BuildMessage {
  kind: string
  wanted: { extensions: string | null; option: PaymentOptionView; account: Address }
}

// Only the worker sends this message: a content script's sender has a tab. The worker decodes the payment again.
browser.runtime.onMessage.addListener((message: BuildMessage, sender, answer) => {
  if (message?.kind !== buildPaymentMessage || sender.tab !== undefined) return false
  const { extensions, option, account } = message.wanted
  buildPayment({ extensions }, option, account).then(answer, error =>
    answer({ fault: describeFault(error, browser.runtime.getURL('/')) }),
  )
  return true
})
