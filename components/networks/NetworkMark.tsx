import { LetterMark } from '@/components/elements'
import type { NetworkView } from '@/lib/language/ui'

export function NetworkMark({ network: { chainId, name }, size }: { network: NetworkView; size: number }) {
  return <LetterMark of={`chain ${chainId}`} letters={[...name].slice(0, 1).join('')} size={size} />
}
