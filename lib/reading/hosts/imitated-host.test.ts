import { describe, expect, it } from 'vitest'
import { imitatedHost } from './imitated-host'
import { protectedHosts } from './protected-hosts'

/** The host as a browser reports it. */
const host = (written: string) => new URL(`https://${written}`).hostname

describe('the table of protected hosts', () => {
  it('has at least 300 hosts, each once, each written as browsers report it', () => {
    const hosts = protectedHosts.map(each => each.host)
    expect(hosts.length).toBeGreaterThanOrEqual(300)
    expect(new Set(hosts).size).toBe(hosts.length)
    for (const each of hosts) expect(each).toMatch(/^[a-z0-9-]+(?:\.[a-z0-9-]+){1,2}$/)
    for (const each of hosts) expect(host(each)).toBe(each)
  })
})

/** Brands that a person would recognise in a host. */
const brands =
  `aave.com arbiscan.io benqi.fi binance.com bitfinex.com bybit.com changelly.com coinbase.com coingecko.com
consensys.io debank.com debridge.finance defillama.com dexscreener.com eigenlayer.xyz ethena.fi etherscan.io galxe.com
hyperliquid.xyz kucoin.com kyberswap.com layerzero.network liquity.org looksrare.org magiceden.io makerdao.com metamask.io
moonpay.com morpho.org opensea.io pancakeswap.finance paraswap.io pendle.finance polymarket.com quickswap.exchange
rabby.io rarible.com rocketpool.net sablier.com stakewise.io sushiswap.fi synthetix.io tonkeeper.com trezor.io trustwallet.com
uniswap.org walletconnect.com zapper.xyz zerion.io 1inch.io`.split(/\s+/)
const parts = brands.map(brand => ({ brand, name: brand.split('.')[0] ?? '', ending: brand.replace(/^[^.]+\./, '') }))

/** The letter at that place looks like another one. */
const drawn: Readonly<Record<string, string>> = {
  a: 'а',
  e: 'е',
  i: 'і',
  o: 'о',
  c: 'с',
  p: 'р',
  s: 'ѕ',
  b: 'Ь',
  n: 'ո',
}
const withHomoglyph = (name: string) => name.replace(/[aeiocpsbn]/, letter => drawn[letter] ?? letter)

const imitations = parts.flatMap(({ brand, name, ending }) => [
  `claim-${name}.com`,
  `${name}-airdrop.xyz`,
  `${name}rewards.net`,
  `${name}.claim-drop.xyz`,
  `app.${brand}.verify-account.example`,
  `${name}.${ending === 'app' || name === 'liquity' ? 'live' : 'app'}`,
  `${withHomoglyph(name)}.${ending}`,
  `claim-${withHomoglyph(name)}.com`,
])
/** In shorter names one slip leaves nothing that is recognised. */
const slips = parts
  .filter(({ name }) => name.length >= 5)
  .flatMap(({ name, ending }) => [
    `${name.slice(0, 2)}${name.slice(3)}.${ending}`,
    `${name.slice(0, 3)}${name[2]}${name.slice(3)}.${ending}`,
    `${name.slice(0, 3)}w${name.slice(4)}.${ending}`,
    ...(name[1] === name[2] ? [] : [`${name[0]}${name[2]}${name[1]}${name.slice(3)}.${ending}`]),
  ])

it.each([...imitations, ...slips])('%s is an imitation', written => {
  expect(imitatedHost(host(written))).toMatchObject({ isSure: true })
})

it.each([
  ['curve-fi.site', 'curve.fi'],
  ['safe.global.login-check.com', 'safe.global'],
  ['claim-base.org', 'base.org'],
  ['base.airdrop-season.xyz', 'base.org'],
  ['www.metarnask.io', 'metamask.io'],
  ['uniswap.org.', null],
  ['open-sea.io', 'opensea.io'],
])('%s imitates %s', (written, known) => {
  expect(imitatedHost(host(written))?.known ?? null).toBe(known)
})

describe('honest hosts', () => {
  it('are the protected ones themselves, and everything below them', () => {
    const below = ['', 'www.', 'app.', 'docs.', 'api.', 'bridge.', 'stake.', 'claim.', 'airdrop.', 'a.b.']
    const found = protectedHosts.flatMap(each =>
      below.filter(before => imitatedHost(`${before}${each.host}`) !== null).map(before => `${before}${each.host}`),
    )
    expect(found).toEqual([])
  })

  it.each(
    `9summits.io apostro.xyz avnu.fi axiom.trade basecamp.com beaconcha.in birdeye.so blockanalitica.com bprotocol.org
    bridge.example bullx.io cantina.xyz certik.com chorus.one circleci.com claim.example code4rena.com coindesk.com
    contango.xyz coredao.org cross.com crossmint.com curved.com defisaver.com dhedge.org discord.com dolomite.io
    dune-analytics.example ekubo.org elliptic.co enzyme.finance explorer.example fence.finance flare.network
    flyingtulip.com gamma.xyz gammaswap.com gauntlet.xyz gemini.google.com github.com gmgn.ai google.com gov.uk
    growthepie.xyz harvesting.app hegic.co hypurrscan.io immunefi.com indexcoop.com inverse.finance jediswap.xyz
    ledger-cli.org lista.org llamarisk.com lulo.fi maplestory.com mellow.finance messari.io mevcapital.com midas.app
    mybank.co.uk napier.finance news.ycombinator.com nostra.finance opencover.com opyn.co p2p.org paladin.vote phantomjs.org
    phoenix.trade polkadot.subscan.io pods.finance premia.finance rainbows.dev re7.capital realms.today rekt.news
    relayer.dev rewards.shop.example rysk.finance safeway.com serenita.io sherlock.xyz solana.fm solanabeach.io
    sparkle.com spectra.finance squads.so stakedao.org stakely.io starknet.id steakhouse.financial step.finance
    thena.fi tokenterminal.com toros.finance trailofbits.com umami.finance vesper.finance vesu.xyz votium.app
    wallet.example warden.vote wikipedia.org yield.xyz youtube.com zkswap.finance zunami.io`.split(/\s+/),
  )('are others, such as %s', written => {
    expect(imitatedHost(host(written))).toBeNull()
  })

  it.each(['uniswap.eth.limo', 'metamask.zendesk.com', 'morpho.blockanalitica.com', 'coinbasecloud.net'])(
    'that carry a protected name are no more than a caution: %s',
    written => {
      expect(imitatedHost(host(written))).toMatchObject({ isSure: false })
    },
  )
})
