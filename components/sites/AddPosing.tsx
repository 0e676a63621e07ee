import { useClient } from '@/components/client-context'
import { t } from '@/components/i18n'
import { AddOrigin } from './AddOrigin'

/** Adds a site that only looks for MetaMask. Such a site never asks Prelude, so it is in no list. */
export function AddPosing() {
  const client = useClient()
  return (
    <AddOrigin
      name="pose"
      title={t('pose_title')}
      note={t('pose_note')}
      button={t('pose_add')}
      add={origin => client.call('site.pose', { origin, as: 'metamask' })}
    />
  )
}
