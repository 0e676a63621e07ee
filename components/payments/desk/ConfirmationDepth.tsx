import { useId, useState } from 'react'
import { useClient, useSlice } from '@/components/client-context'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { format, t } from '@/components/i18n'
import { useAction } from '@/components/use-action'

/** From how many blocks on a transfer counts for good. */
export function ConfirmationDepth() {
  const client = useClient()
  const id = useId()
  const wanted = useSlice('settings')?.confirmations ?? 12
  const blockMs = useSlice('chainHead')?.blockMs ?? null
  const [typed, setTyped] = useState<string | null>(null)
  const change = useAction((confirmations: number) => client.call('settings.change', { confirmations }))
  const value = typed ?? String(wanted)
  const blocks = Number(value)
  const isGood = Number.isInteger(blocks) && blocks >= 1 && blocks <= 10_000
  return (
    <div className="depth">
      <label htmlFor={id}>{t('confirmation_depth')}</label>
      <input
        id={id}
        className="input depth-input"
        inputMode="numeric"
        data-testid="confirmation-depth"
        value={value}
        aria-invalid={isGood ? undefined : true}
        onChange={event => setTyped(event.target.value)}
        onBlur={() => {
          if (isGood && blocks !== wanted) void change.run(blocks).then(() => setTyped(null))
          else setTyped(null)
        }}
      />
      <span>{t('confirmation_depth_blocks')}</span>
      {isGood && blockMs !== null && (
        <span className="quiet">
          {t('confirmation_depth_time', { time: format.period(BigInt(Math.round((blocks * blockMs) / 1_000))) })}
        </span>
      )}
      <FailureNotice failure={change.failure} />
    </div>
  )
}
