/** Stands for the chain's own money where a token is expected (ERC-7528), in lower case. */
export const currencyAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
