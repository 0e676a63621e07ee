/**
 * Domains of today's dapps, bridges, exchanges, wallets and the tools around them, each protected with everything below
 * it. Fraudulent sites borrow their names. Two kinds of names: a distinctive one means its owner wherever it stands
 * (`uniswap` in `claim-uniswap.example`); an ordinary word (`curve`) or the name of a chain that others build on
 * (`solana`) does so only at its own ending, or beside a word that lures.
 */

const distinctive = `
1inch.com 1inch.io aave.com aerodrome.finance airswap.io ajna.finance alchemix.fi allbridge.io ambire.com aragon.org
arbiscan.io artblocks.io asterdex.com atomicwallet.io avantisfi.com axelar.network axelarscan.io axieinfinity.com
azuki.com azuro.org babylonlabs.io bancor.network banxa.com basescan.org benqi.fi binance.com binance.us bingx.com
bitbox.swiss bitfinex.com bitflyer.com bitget.com bithumb.com bitmart.com bitmex.com bitpanda.com bitstamp.net
blockscout.com bluewallet.io boredapeyachtclub.com bscscan.com bybit.com celer.network chainflip.io chainlist.org
chainport.io changelly.com changenow.io clanker.world clearpool.finance coinbase.com coincheck.com coinex.com
coingecko.com coinlist.co coinmarketcap.com coinspot.com.au connext.network consensys.io convexfinance.com
coolwallet.io cryptopunks.app dcentwallet.com debank.com debridge.com debridge.finance decentraland.org defillama.com
deribit.com dexscreener.com dextools.io dodoex.io dydx.exchange dydx.trade dydx.xyz eigencloud.xyz eigenfoundation.org
eigenlayer.xyz electrum.org ellipal.com ethena.fi ethena.foundation etherscan.io etoro.com everclear.org everstake.one
fireblocks.com frax.com frax.finance fraxswap.finance galxe.com geckoterminal.com gitcoin.co gnosischain.com
gridplus.io hashflow.com hashkey.com huobi.com hyperfoundation.org hyperlane.xyz hyperliquid.xyz hyperswap.exchange
infinex.xyz infura.io inkonchain.com instadapp.io insurace.io justlend.org kaito.ai kalshi.com kamino.com
kamino.finance kelpdao.xyz keplr.app kinetiq.xyz kucoin.com kwenta.io kyberswap.com l2beat.com layer3.xyz layerswap.io
layerzero.foundation layerzero.network layerzeroscan.com ledgerwallet.com lido.fi liquity.app liquity.org llamapay.io
looksrare.org magiceden.io magiceden.us makerdao.com marginfi.com metamask.io meteora.ag moonpay.com moonwell.fi
morpho.org mountainprotocol.com multisender.app mycrypto.com myetherwallet.com nansen.ai nexo.com nexusmutual.io
nftx.io ngrave.io niftygateway.com novawallet.io odos.xyz ondo.finance onekey.so openocean.finance opensea.io
openzeppelin.com orbiter.finance originprotocol.com ostium.com owlto.finance pancakeswap.finance paraswap.io
paxful.com paxos.com paypal.com pendle.finance phemex.com poap.xyz poloniex.com polygonscan.com polyhedra.network
polymarket.com pooltogether.com portalbridge.com premint.xyz prismafinance.com privacypools.com privy.io probit.com
pudgypenguins.com pumpbtc.xyz quicknode.com quickswap.exchange rabby.io rarible.com raydium.io renzoprotocol.com
reown.com revolut.com riselabs.xyz robinhood.com rocketpool.net roninchain.com routerprotocol.com sablier.com
safepal.com seamlessprotocol.com sideshift.ai simpleswap.io snowtrace.io solend.fi solflare.com solscan.io
solv.finance soniclabs.com sorare.com sparrowwallet.com spiritswap.finance spookyswap.fi squidrouter.com
staderlabs.com stakestone.io stakewise.io stealthex.io subwallet.app sudoswap.xyz superbridge.app superrare.com
sushiswap.fi swellnetwork.io swissborg.com synapseprotocol.com syncswap.xyz synthetix.io tangem.com tenderly.co
tether.to thegraph.com thorchain.org thorswap.finance tokenpocket.pro tonkeeper.com traderjoexyz.com transak.com
trezor.io tronscan.org truefi.io trustwallet.com unisat.io uniswap.org uniswapfoundation.org unstoppabledomains.com
upbit.com velodrome.finance velora.xyz vertexprotocol.com virtuals.io walletconnect.com walletconnect.network
warpcast.com whitebit.com worldcoin.org x2y2.io xverse.app zapper.fi zapper.xyz zerion.io zkbridge.com`

const ordinary = `
abracadabra.money abs.xyz across.to aevo.xyz alchemy.com ambient.finance angle.money ankr.com apechain.com
apex.exchange aptosfoundation.org aptoslabs.com arbitrum.foundation arbitrum.io argent.xyz arkm.com arweave.org
avax.network axiom.trade aztec.network backpack.app backpack.exchange badger.com balancer.fi base.org
beefy.com beefy.finance berachain.com bitcoin.org bitso.com blast.io blockchain.com blur.io brave.com brid.gg
bungee.exchange camelot.exchange cardano.org casa.io celo.org cex.io chain.link circle.com coldcard.com
compound.finance cosmos.network cow.fi crypto.com ctrl.xyz curve.fi curve.finance derive.xyz disperse.app doodles.app
drift.trade dune.com edgex.exchange element.market ens.domains ether.fi ethereum.foundation ethereum.org euler.finance
exodus.com falcon.finance family.co fantom.foundation farcaster.xyz ff.io figment.io filecoin.io fluid.io
foundation.app frame.sh friend.tech gains.trade garden.finance gas.zip gate.com gate.io gearbox.fi gemini.com gmx.io
gnosis.io goldfinch.finance guild.xyz harvest.finance highlight.xyz hop.exchange htx.com huma.finance immutable.com
imtoken.com jito.network jito.wtf juicebox.money jumper.exchange jup.ag karak.network keyst.one kiln.fi kraken.com
kusama.network leather.io ledger.com lens.xyz lfj.gg li.fi lighter.xyz limitless.exchange linea.build llama.fi
lombard.finance luno.com lyra.finance manifold.xyz manta.network mantle.xyz maple.finance marinade.finance matcha.xyz
mav.xyz mayan.finance megaeth.com meson.fi metis.io mexc.com mirror.xyz mode.network monad.xyz moonbeam.network
myriad.markets near.org notional.finance oasis.app okx.com opinion.trade optimism.io orca.so orderly.network
osmosis.zone otherside.xyz perp.com phantom.app phantom.com plasma.to polkadot.com polkadot.network polygon.technology
puffer.fi pump.fun radiant.capital railgun.org rainbow.me ramp.network ready.co relay.link reserve.org reservoir.tools
resolv.xyz revoke.cash rhino.fi ribbon.finance safe.global sanctum.so sandbox.game save.finance scroll.io sei.io
silo.finance sky.money snapshot.box snapshot.org socket.tech solana.com soneium.org spark.fi spooky.fi ssv.network
stargate.finance starknet.io story.foundation sui.io summer.fi superfluid.org superstate.co sushi.com
symbiosis.finance symbiotic.fi taiko.xyz talisman.xyz tally.xyz tensor.trade thena.fi threshold.network token.im
ton.org treehouse.finance tron.network turnkey.com unichain.org uphold.com usual.money venus.io woofi.com world.org
wormhole.com yearn.fi yearn.finance zeta.markets zircuit.com zksync.io zksync.network zora.co`

/** A protected domain. */
export interface ProtectedHost {
  host: string
  /** The label that names the owner: `uniswap` of `uniswap.org`. */
  name: string
  isDistinctive: boolean
}

export const protectedHosts: readonly ProtectedHost[] = [
  ...rows(distinctive).map(host => ({ host, name: nameOf(host), isDistinctive: true })),
  ...rows(ordinary).map(host => ({ host, name: nameOf(host), isDistinctive: false })),
]

function rows(text: string): string[] {
  return text.trim().split(/\s+/)
}

function nameOf(host: string): string {
  return host.split('.')[0] ?? host
}
