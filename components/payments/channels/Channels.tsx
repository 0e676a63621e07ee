import { useSlice } from '@/components/client-context'
import { EmptyState } from '@/components/elements/Card'
import { t } from '@/components/i18n'
import { DeskWait } from '@/components/payments/DeskWait'
import type { DeskPageProps } from '@/components/payments/desk-page'
import { Channel } from './Channel'
import './channels.css'
import { useChannelReadings } from './use-channel-readings'

/** Payment channels: what merchants may claim of each deposit, and the way to withdraw the rest without them. */
export function Channels({ onProposed }: DeskPageProps) {
  const channels = useSlice('channels')
  const selection = useSlice('selection')
  const isAwaited = channels !== undefined && channels.length > 0
  const readings = useChannelReadings(
    selection?.networkId,
    channels?.map(({ channelId }) => channelId) ?? [],
    isAwaited,
  )
  if (channels === undefined || selection == null) return <DeskWait />
  return (
    <section className="desk-section" aria-label={t('channels')}>
      <p className="quiet">{t('channels_lead')}</p>
      {channels.length === 0 ? (
        <EmptyState card>{t('channels_empty')}</EmptyState>
      ) : (
        <ul className="channels" data-testid="channels">
          {channels.map(channel => (
            <Channel
              key={channel.channelId}
              channel={channel}
              networkId={selection.networkId}
              reading={readings.of(channel.channelId)}
              onProposed={onProposed}
            />
          ))}
        </ul>
      )}
    </section>
  )
}
