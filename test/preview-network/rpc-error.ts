/** An error of JSON-RPC 2.0, on its way to a client. */
export class RpcError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.name = 'RpcError'
    this.code = code
    this.data = data
  }
}

export const invalidParams = (message = 'Invalid params') => new RpcError(-32602, message)
/** In the words of geth, by which libraries tell that they have to do without. */
export const methodNotFound = (method: string) =>
  new RpcError(-32601, `the method ${method} does not exist/is not available`)
