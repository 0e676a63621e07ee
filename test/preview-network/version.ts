/** Version of the preview network, as `web3_clientVersion` tells it. */
export const version = '0.1.0'
