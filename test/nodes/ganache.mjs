import ganache from 'ganache'

/** Starts Ganache on a free port of this machine, tells its address, and ends with its parent. */
const server = ganache.server({ logging: { quiet: true }, chain: { chainId: 31_337 } })
await server.listen(0, '127.0.0.1')
process.once('disconnect', () => process.exit())
process.send?.(`http://127.0.0.1:${server.address().port}`)
