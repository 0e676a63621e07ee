import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { Address } from 'viem'
import { useClient, useSlice } from '@/components/client-context'
import { AccountMark } from '@/components/elements/AccountMark'
import { Button } from '@/components/elements/Button'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Row, Rows } from '@/components/elements/Row'
import { shortAddress } from '@/components/format/address'
import { type MessageKey, t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import { isDeviceKind } from '@/lib/base/devices'
import { isSameAddress } from '@/lib/base/hex'
import type { ApprovalView } from '@/lib/language/ui'
import { isForbidden } from '@/lib/reading/risk/forbidden'
import './decision.css'
import './fee.css'
import './bodies.css'
import './payment.css'
import { kindOf, Statement } from './kinds/kinds'
import { isListedSite, ListedSite } from './ListedSite'
import { NamedTokens } from './NamedTokens'
import { freeNonce } from './Nonce'
import { OpenInTab } from './OpenInTab'
import { RequesterHead } from './RequesterHead'
import { Dangers, Risks } from './Risks'
import { startingAccounts } from './starting-accounts'
import { isUnderstood, toUnderstand, type Understood } from './understood'
import { useArmed } from './use-armed'

interface DecisionProps {
  approval: ApprovalView
  /** Called once it was carried out. A device may have to sign it first: then `DeviceStep` follows. */
  onApproved?: (approval: ApprovalView) => void
  /** Called with what Approve threw. The decision may have left the queue all the same, and its screen with it. */
  onFailed?: (cause: unknown) => void
  /** Called with the approval while the worker answers (it has left the queue by then), and with `null` after. */
  onHold: (approval: ApprovalView | null) => void
  onRejected?: (approval: ApprovalView) => void
  /** Called with the id of a decision that has to be made before this one. */
  onNeed: (approvalId: string) => void
}

/** One decision: who asks, what happens, and two buttons within equal reach. */
export function Decision({ approval, onApproved, onFailed, onHold, onNeed, onRejected }: DecisionProps) {
  const client = useClient()
  const selection = useSlice('selection')
  const askingSites = useSlice('askingSites')
  const known = useSlice('accounts')
  const [accounts, setAccounts] = useState<Address[] | null>(null)
  const [ticked, setTicked] = useState<Understood | null>(null)
  const [changing, setChanging] = useState<readonly number[]>([])
  /** The decision of a listed site that the person asked to see. */
  const [seen, setSeen] = useState<string | null>(null)
  const onChanging = useCallback(
    (index: number, now: boolean) =>
      setChanging(those => {
        if (those.includes(index) === now) return those
        return now ? [...those, index] : those.filter(each => each !== index)
      }),
    [],
  )
  const heading = useRef<HTMLHeadingElement>(null)
  const dangerId = useId()
  const key = `${approval.id} ${approval.digest}`
  const dangers = toUnderstand(approval)
  const understood = isUnderstood(ticked, dangers)
  // The warning before the decision of a listed site has no button that approves: the wait of the decision's own button
  // begins after it.
  const armed = useArmed(`${key} ${seen ?? ''}`)
  const { kind } = approval.request
  const chosen = accounts ?? startingAccounts(approval, { accounts: known, askingSites, selection })
  // Forbidden and unaffordable decisions cannot be approved, whether or not the danger was acknowledged.
  const forbidden = isForbidden(approval.risks)
  const refused = approval.risks.filter(risk => risk.level === 'danger' && isForbidden([risk]))
  const danger =
    !forbidden && approval.risks.some(risk => risk.level === 'danger' && risk.code !== 'insufficient-funds')

  /** Said beside the buttons, always in sight. */
  const inFoot = danger ? approval.risks.filter(({ level }) => level === 'danger') : refused

  const gap = freeNonce(approval) === undefined ? [] : approval.risks.filter(({ code }) => code === 'nonce-gap')
  const saidElsewhere = new Set([...inFoot, ...gap])

  const isOnDevice = (address: Address | null) =>
    known?.some(account => isDeviceKind(account.kind) && isSameAddress(account.address, address)) === true
  const approve = useAction(async () => {
    onHold(approval)
    try {
      await client.call('approval.approve', {
        id: approval.id,
        digest: approval.digest,
        ...(kind === 'connect' ? { accounts: chosen } : {}),
      })
      if (!isOnDevice(kind === 'connect' ? (chosen[0] ?? null) : approval.account)) onApproved?.(approval)
    } catch (error) {
      onFailed?.(error)
      throw error
    } finally {
      onHold(null)
    }
  })
  const reject = useAction(async () => {
    onHold(approval)
    try {
      await client.call('approval.reject', { id: approval.id })
      onRejected?.(approval)
    } finally {
      onHold(null)
    }
  })

  const { account, id, lacks, preview, request } = approval
  const shown = kindOf(request)
  const tokens = useMemo(() => shown.contracts(request, account), [shown, request, account])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves with each new decision only
  useEffect(() => heading.current?.focus({ preventScroll: true }), [id, seen])

  if (isListedSite(approval) && seen !== id)
    return <ListedSite approval={approval} reject={reject} onShow={() => setSeen(id)} />

  const signsIn = approval.request.kind === 'connect' && approval.request.signIn !== undefined
  const cannotSign = signsIn && known?.find(({ address }) => address === chosen[0])?.kind === 'watch'
  const isLacking = lacks === 'accounts' ? chosen.length === 0 : lacks !== null
  const isTooDear = preview?.remaining?.startsWith('-') === true
  const complete = !forbidden && !cannotSign && !isLacking && !isTooDear
  /** The page could not read the paid answer: there is nothing to approve, only an address to open. */
  const hidden = approval.payment?.asks === 'hidden' ? approval.payment.url : null
  const ready = armed && complete && changing.length === 0 && !approve.busy && !reject.busy && (!danger || understood)
  return (
    <NamedTokens networkId={approval.networkId} tokens={tokens}>
      <article
        className="decision"
        data-testid="decision"
        data-kind={kind}
        data-id={approval.id}
        data-digest={approval.digest}
      >
        <div className="decision-scroll">
          <RequesterHead approval={approval} />
          {hidden === null && <Where approval={approval} />}
          <h1 ref={heading} tabIndex={-1} className="does">
            <Statement approval={approval} />
          </h1>
          <shown.Body {...{ approval, request, chosen, onNeed, onChanging }} onChoose={setAccounts} />
          <Risks risks={approval.risks.filter(risk => !saidElsewhere.has(risk))} />
          <shown.Beneath approval={approval} request={request} />
        </div>
        <footer className="decision-foot">
          <FailureNotice failure={approve.failure ?? reject.failure} />
          {!danger && inFoot.length > 0 && (
            <div className="danger-step" data-testid="refused">
              <Dangers risks={inFoot} />
            </div>
          )}
          {danger && (
            <div className="danger-step">
              <Dangers risks={inFoot} />
              <label className="understood" htmlFor={dangerId}>
                <input
                  id={dangerId}
                  type="checkbox"
                  checked={understood}
                  onChange={event => setTicked(event.target.checked ? dangers : null)}
                  data-testid="understood"
                />
                {t('danger_understood')}
              </label>
            </div>
          )}
          <div className="decision-buttons">
            <Button testId="reject" disabled={reject.busy || approve.busy} onClick={() => void reject.run()}>
              {t(refusalOf(approval))}
            </Button>
            {hidden !== null ? (
              <OpenInTab approvalId={id} url={hidden} />
            ) : (
              <Button
                look={danger ? 'danger' : 'primary'}
                testId="approve"
                data-armed={armed}
                disabled={!ready}
                action={approve}
                busyWords={t('approve_busy')}
                // Enter alone never approves, not even on this button: Space or a click does.
                onKeyDown={event => {
                  if (event.key === 'Enter') event.preventDefault()
                }}
              >
                <shown.Approve approval={approval} request={request} />
              </Button>
            )}
          </div>
        </footer>
      </article>
    </NamedTokens>
  )
}

/** On the button that rejects: to refuse to cancel a transaction keeps it. */
function refusalOf({ preview, request }: ApprovalView): MessageKey {
  if (request.kind === 'calls' && request.cancels !== undefined) return 'approve_keep_all'
  return preview?.purpose === 'cancel' ? 'approve_keep' : 'reject'
}

/** The account and the network the decision is for, in one line. */
function Where({ approval }: { approval: ApprovalView }) {
  const networks = useSlice('networks') ?? []
  const accounts = useSlice('accounts') ?? []
  const network = networks.find(candidate => candidate.id === approval.networkId)
  const account = accounts.find(candidate => isSameAddress(candidate.address, approval.account))
  const isNameEnough = accounts.filter(({ name }) => name === account?.name).length === 1
  return (
    <Rows className="where">
      {approval.account !== null && (
        <Row label={t('account')}>
          <AccountMark address={approval.account} size={20} />
          <span className="where-name">{account?.name}</span>
          {!isNameEnough && <bdi className="quiet">{shortAddress(approval.account)}</bdi>}
        </Row>
      )}
      {/* A network that is added has nothing to do with the one the site is on. */}
      {approval.request.kind !== 'add-network' && (
        <Row label={t('network')}>
          <span className="where-name">{network?.name ?? approval.chainId}</span>
          {network?.testing === true && <span className="badge badge-testing">{t('test_money')}</span>}
        </Row>
      )}
    </Rows>
  )
}
