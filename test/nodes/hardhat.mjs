import { createHardhatRuntimeEnvironment } from 'hardhat/hre'

/** Starts Hardhat's node on a free port of this machine, tells its address, and ends with its parent. */
const { network } = await createHardhatRuntimeEnvironment({
  networks: { node: { type: 'edr-simulated', chainType: 'l1', chainId: 31_337 } },
})
const server = await network.createServer('node', '127.0.0.1', 0)
const { port } = await server.listen()
process.once('disconnect', () => process.exit())
process.send?.(`http://127.0.0.1:${port}`)
