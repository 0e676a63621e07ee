import ExternalLink from 'lucide-react/icons/external-link'
import { t } from '@/components/app'

/** Opens the block explorer in a new tab. */
export function ExplorerLink({ url }: { url: string }) {
  return (
    <a className="button" href={url} target="_blank" rel="noreferrer">
      <ExternalLink size={16} aria-hidden="true" /> {t('explorer_open')}
    </a>
  )
}
