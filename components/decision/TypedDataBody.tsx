import { useMemo } from 'react'
import type { Address } from 'viem'
import { isAddress } from 'viem/utils'
import { AddressText } from '@/components/elements/AddressText'
import { Notice } from '@/components/elements/Notice'
import { VisibleText } from '@/components/elements/VisibleText'
import { t } from '@/components/i18n'
import type { TreeNode } from './typed-data-tree'
import { readTypedData } from './typed-data-tree'

/** Typed data to be signed (EIP-712), as a tree of the fields that are signed. */
export function TypedDataBody({ typedData }: { typedData: string }) {
  const tree = useMemo(() => readTypedData(typedData), [typedData])
  return (
    <>
      <Notice tone="caution">{t('typed_data_warning')}</Notice>
      {tree !== null && (
        <>
          <Branch label={t('typed_data_domain')} nodes={tree.domain} />
          <Branch label={tree.primaryType} nodes={tree.message} />
        </>
      )}
    </>
  )
}

function Branch({ label, nodes }: { label: string; nodes: readonly TreeNode[] }) {
  return (
    <section className="tree" aria-label={label}>
      <h2 translate="no">{label}</h2>
      <Nodes nodes={nodes} />
    </section>
  )
}

function Nodes({ nodes }: { nodes: readonly TreeNode[] }) {
  return (
    <ul className="tree-nodes">
      {nodes.map(node => (
        <li key={node.name} className={`tree-${node.kind}`}>
          <span className="tree-name" title={node.type} translate="no">
            {node.name}
          </span>
          {node.kind === 'value' ? <Value node={node} /> : <Nodes nodes={node.children} />}
        </li>
      ))}
    </ul>
  )
}

function Value({ node }: { node: Extract<TreeNode, { kind: 'value' }> }) {
  if (node.type === 'address' && isAddress(node.text, { strict: false })) {
    const address: Address = node.text
    return (
      <span className="tree-value">
        <AddressText address={address} />
      </span>
    )
  }
  return (
    <span className="tree-value">
      <VisibleText text={node.text} />
    </span>
  )
}
