import { AddressText } from '@/components/elements/AddressText'
import { VisibleText } from '@/components/elements/VisibleText'
import { t } from '@/components/i18n'
import { getAddress, isAddress } from '@/lib/base/checksum'
import type { TypedData } from '@/lib/reading/typed-data/typed-data'
import { type TreeNode, treeOf } from './typed-data-tree'

/** Every signed field under the name in its type. */
export function TypedDataTree({ typedData }: { typedData: TypedData }) {
  return (
    <>
      <DomainTree typedData={typedData} />
      <Branch label={typedData.primaryType} nodes={treeOf(typedData, 'message')} />
    </>
  )
}

/** The EIP-712 domain: chain, contract, and the name it gives itself. */
export function DomainTree({ typedData }: { typedData: TypedData }) {
  return <Branch label={t('typed_data_domain')} nodes={treeOf(typedData, 'domain')} />
}

function Branch({ label, nodes }: { label: string; nodes: readonly TreeNode[] }) {
  return (
    <section className="tree" aria-label={label}>
      <h2>
        <VisibleText text={label} />
      </h2>
      <Nodes nodes={nodes} />
    </section>
  )
}

function Nodes({ nodes }: { nodes: readonly TreeNode[] }) {
  return (
    <ul className="tree-nodes">
      {nodes.map(node => (
        <li key={node.name} className={`tree-${node.kind}`}>
          <span className="tree-name" title={node.type}>
            <VisibleText text={node.name} />
          </span>
          {node.kind === 'value' ? <Value node={node} /> : <Nodes nodes={node.children} />}
        </li>
      ))}
    </ul>
  )
}

function Value({ node }: { node: Extract<TreeNode, { kind: 'value' }> }) {
  return (
    <span className="tree-text">
      {node.type === 'address' && isAddress(node.text, { strict: false }) ? (
        <AddressText address={getAddress(node.text)} />
      ) : (
        <VisibleText text={node.text} />
      )}
    </span>
  )
}
